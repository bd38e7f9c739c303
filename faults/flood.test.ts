import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase } from '#testing/build-app.ts';
import { ask } from '#testing/serve.ts';
import { children, startSite } from '../src/testing/processes.ts';
import { isFull, record } from './support/figures.ts';

/** Until the cache of what anonymous visitors invent is full: from then on each new entry pushes an old one out. */
const WARM_UP = 10_000;
const FLOOD = isFull ? 20_000 : 5_000;
/** As many as are rendered at the same time, so that none waits and none is put off. */
const AT_ONCE = 4;
const MEGABYTE = 1_048_576;

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  database = await cloneDatabase('starter');
});
afterAll(async () => {
  // Other files of this worker have children too; those that were killed have a signal and no code.
  const alive = [...children].filter(
    ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
  );
  await Promise.all(
    alive.map((child) => {
      const isClosed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGKILL');
      return isClosed;
    }),
  );
  await database.drop();
});

/** Endless requests of an anonymous visitor: each address is new. */
const CALLS: ((n: number) => string)[] = [
  (n) => `/api/vendors?x=${n}`,
  (n) => `/api/news?utm_source=${n}&limit=5`,
  (n) => `/api/glossary?q=word${n}&limit=5`,
  (n) => `/api/vendors/nobody-${n}`,
  (n) => `/api/no-such-call/${n}`,
  (n) => `/api/%76endors?n=${n}`,
  (n) => `/glossary?ref=${n}`,
  (n) => `/Vendors//Addepar/?n=${n}`,
  (n) => `/vendors/addepar/?n=${n}`,
];

/** Pages that must be rendered, which takes longer. */
const PAGES: ((n: number) => string)[] = [
  (n) => `/nothing-${n}`,
  (n) => `/vendors/nobody-${n}`,
  (n) => `/vendors?q=word${n}`,
  (n) => `/compare/nobody-${n}-vs-addepar`,
];
const PAGE_EVERY = 16;

const addressOf = (n: number): string => {
  const kinds = n % PAGE_EVERY === 0 ? PAGES : CALLS;
  return kinds[Math.floor(n / PAGE_EVERY + (n % PAGE_EVERY)) % kinds.length]?.(n) ?? '/';
};

/** Asks over keep-alive connections, reads every response to its end, and counts the statuses. */
const flood = async (port: number, from: number, count: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses = new Map<number, number>();
  const once = (path: string) =>
    new Promise<void>((resolve, reject) => {
      const target = { port, host: '127.0.0.1', path, agent, headers: { 'accept-encoding': 'br' } };
      const req = request(target, (res) => {
        const status = res.statusCode ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        res.resume().on('end', resolve).on('error', reject);
      });
      req.on('error', reject).end();
    });
  let next = from;
  const work = async () => {
    while (next < from + count) {
      const n = next;
      next += 1;
      await once(addressOf(n));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  agent.destroy();
  return statuses;
};

it(`PROMISE 12 ${FLOOD} anonymous requests leave the memory where a warm process had it`, async () => {
  const site = await startSite(database.url);
  const heap = async () => Number((await ask(site.inspectPort, '/')).text) / MEGABYTE;
  await flood(site.port, 0, WARM_UP);
  const warm = await heap();
  const statuses = await flood(site.port, WARM_UP, FLOOD);
  const grown = (await heap()) - warm;
  const right = [200, 301, 404].map((status) => statuses.get(status) ?? 0);
  const losses = FLOOD - right.reduce((sum, count) => sum + count, 0);
  const note = `${grown.toFixed(1)} MB more than the warm process`;
  record('anonymous requests without an end', {
    rounds: 1,
    requests: FLOOD,
    faults: 0,
    losses,
    note,
  });
  expect([...statuses.keys()].sort()).toEqual([200, 301, 404]);
  expect(losses).toBe(0);
  // Before it was mended, a response of half a megabyte was retained of each.
  expect(grown).toBeLessThan(10);
}, 500_000);
