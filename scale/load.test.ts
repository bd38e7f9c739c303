import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase } from '#testing/build-app.ts';
import { ask } from '#testing/serve.ts';
import { startChild, stopChildren, tell } from '../bench/children.ts';
import type { LoadResult } from '../bench/processes/load.process.ts';
import { readUsage } from '../bench/usage.ts';
import { cleanUp, makeFolder, type Server, startServer } from '../faults/support/product.ts';
import { record } from './support/figures.ts';
import { findPort } from './support/postgres.ts';
import { startVarnish, stopVarnish } from './support/varnish.ts';

const ROUND_MS = 8000;
const CONNECTIONS = 32;

/** 100 million visits a month, by the same visit as in docs/PERFORMANCE.md; the busy hour has four times the average. */
const VISITS = 100_000_000;
const MONTH_SECONDS = 30 * 86_400;
const PAGES = 5;
const REQUESTS = 25;
const PEAK = 4;

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let nodes: Server[] = [];
let varnish = { port: 0, pid: 0 };

beforeAll(async () => {
  database = await cloneDatabase('starter');
  const purgePort = await findPort();
  nodes = await Promise.all(
    [1, 2].map(async () =>
      startServer({
        DATABASE_URL: database.url,
        DATA_DIR: await makeFolder(),
        WEB_CONCURRENCY: '2',
        CDN: 'varnish',
        CDN_PURGE_URL: `http://127.0.0.1:${purgePort}`,
      }),
    ),
  );
  const [one = 0, two = 0] = nodes.map(({ port }) => port);
  varnish = await startVarnish([one, two], purgePort);
});
afterAll(async () => {
  stopChildren();
  await stopVarnish();
  for (const node of nodes) node.kill('SIGTERM');
  await Promise.all(nodes.map((node) => node.ended));
  await database.drop();
  await cleanUp();
});

const parentOf = (pid: string): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return 0;
  }
};

/** A program and its children: Varnish and the nodes both work in processes that the first one starts. */
const cpuOf = (pid: number): number => {
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && parentOf(name) === pid,
  );
  return [String(pid), ...children].reduce(
    (sum, one) => sum + (readUsage(Number(one)).cpuMs ?? 0),
    0,
  );
};

it('what each part costs: Varnish, a cached page of a node, a page that is made', async () => {
  const load = startChild('load');
  const path = '/vendors/addepar';
  const measure = async (port: number, pids: number[]) => {
    const order = { port, path, connections: CONNECTIONS };
    await tell(load, { ...order, ms: 2000 });
    const before = pids.map(cpuOf);
    const result = await tell<LoadResult>(load, { ...order, ms: ROUND_MS });
    const spent = pids.map((pid, at) => cpuOf(pid) - (before[at] ?? 0));
    return { ...result, cpuMs: spent.reduce((sum, one) => sum + one, 0) / result.requests };
  };
  const edge = await measure(varnish.port, [varnish.pid]);
  const [node] = nodes;
  const past = await measure(node?.port ?? 0, [node?.pid ?? 0]);

  const slugs = JSON.parse((await ask(varnish.port, '/api/vendors?limit=100')).text) as {
    slug: string;
  }[];
  const uncached = slugs.map(({ slug }) => `/vendors/${slug}`).filter((one) => one !== path);
  const before = nodes.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
  for (const one of uncached) expect((await ask(varnish.port, one)).status).toBe(200);
  const madeMs = (nodes.reduce((sum, { pid }) => sum + cpuOf(pid), 0) - before) / uncached.length;
  const page = await ask(varnish.port, path, { headers: { 'accept-encoding': 'br' } });

  const perSecond = (VISITS * REQUESTS * PEAK) / MONTH_SECONDS;
  const pagesPerSecond = (VISITS * PAGES * PEAK) / MONTH_SECONDS;
  record('Load: what each part costs', {
    'through Varnish, requests/s': edge.requests / edge.seconds,
    'Varnish p99 ms': edge.p99,
    'Varnish, processor ms a request': edge.cpuMs,
    'past it, one node of 2 processes, requests/s': past.requests / past.seconds,
    'node, processor ms a cached page': past.cpuMs,
    'node, processor ms a page made': madeMs,
    'bytes of a page (br)': page.body.length,
    errors: edge.errors + past.errors,
  });
  record('Load: 100 million visits a month', {
    'requests/s in the busy hour': perSecond,
    'pages/s in the busy hour': pagesPerSecond,
    'processors for Varnish': (perSecond * edge.cpuMs) / 1000,
    'processors for nodes at 99 %': (pagesPerSecond * 0.01 * madeMs) / 1000,
    'processors for nodes without Varnish': (perSecond * past.cpuMs) / 1000,
    'Mbit/s in the busy hour': (VISITS * 295_000 * 8 * PEAK) / MONTH_SECONDS / 1e6,
    'hit rate % at which 4 processes are full': 100 * (1 - 4000 / madeMs / pagesPerSecond),
  });
  expect(edge.errors + past.errors).toBe(0);
  expect((perSecond * edge.cpuMs) / 1000).toBeLessThan(2);
  expect((pagesPerSecond * 0.01 * madeMs) / 1000).toBeLessThan(4);
});
