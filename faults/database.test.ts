import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase } from '#testing/build-app.ts';
import { openDatabaseProxy } from '#testing/database-proxy.ts';
import { ask } from '#testing/serve.ts';
import type { Fault } from '#testing/servers/fault-proxy.ts';
import { isFull, record, roundsOf } from './support/figures.ts';
import { cleanUp, makeFolder, type Server, signIn, startServer } from './support/product.ts';

const ROUNDS = roundsOf(5, 1);
const FAULT_MS = 4000;
const CACHED_PAGE = '/vendors/addepar';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let proxy: Awaited<ReturnType<typeof openDatabaseProxy>>;
let server: Server;
let cookie = '';
beforeAll(async () => {
  database = await cloneDatabase('starter');
  proxy = await openDatabaseProxy(database.url);
  server = await startServer({ DATABASE_URL: proxy.url, DATA_DIR: await makeFolder() });
  cookie = await signIn(server.port);
});
afterAll(async () => {
  server.kill('SIGKILL');
  await server.ended;
  proxy.close();
  await database.drop();
  await cleanUp();
});

/** Anonymous visitors on a cached page and on new ones, and an editor who writes, until they are told to stop. */
const crowd = (round: string) => {
  const seen = { requests: 0, slowest: 0, others: [] as string[], acknowledged: [] as string[] };
  let isOver = false;
  const once = async (path: string, asking: Parameters<typeof ask>[2], allowed: number[]) => {
    const since = performance.now();
    const { status } = await ask(server.port, path, asking);
    seen.requests += 1;
    seen.slowest = Math.max(seen.slowest, performance.now() - since);
    if (!allowed.includes(status)) seen.others.push(`${status} ${path}`);
    return status;
  };
  const walk = async (step: (n: number) => Promise<unknown>) => {
    for (let n = 0; !isOver; n += 1) {
      await step(n);
      await sleep(50);
    }
  };
  const write = async (n: number) => {
    const slug = `${round}-${n}`;
    const json = { question: slug, slug, answer: 'a', category: 'c' };
    const asking = { method: 'POST', json, headers: { cookie } };
    if ((await once('/api/faq', asking, [201, 503])) === 201) seen.acknowledged.push(slug);
  };
  const lanes = [
    walk(() => once(CACHED_PAGE, {}, [200])),
    walk((n) => once(`/vendors?q=${round}${n}`, {}, [200, 503])),
    walk((n) => once(`/api/vendors?limit=1&q=${round}${n}`, {}, [200, 503])),
    walk(write),
  ];
  return {
    seen,
    async end() {
      isOver = true;
      await Promise.all(lanes);
    },
  };
};

/** Back for visitors, for an editor and for a new sign-in. */
const isBack = async (): Promise<boolean> => {
  const visitor = ask(server.port, `/api/vendors?limit=1&q=back${performance.now()}`);
  const editor = ask(server.port, '/api/vendors?limit=1', { headers: { cookie } });
  const arrival = signIn(server.port).then(
    () => true,
    () => false,
  );
  const replies = await Promise.all([visitor, editor]);
  return (await arrival) && replies.every(({ status }) => status === 200);
};

const recover = async () => {
  const since = performance.now();
  for (;;) {
    if (await isBack()) return performance.now() - since;
    if (performance.now() - since > 30_000) return Number.POSITIVE_INFINITY;
    await sleep(50);
  }
};

/** A network that comes back may leave the connections of before dead, without a word. */
const phasesOf = (fault: Fault): [Fault, Fault] =>
  fault === 'half-open' ? ['hung', 'half-open'] : [fault, 'open'];

/** In `npm test` the two that database-away.test.ts does not make. */
const FAULTS: readonly Fault[] = isFull
  ? ['shut', 'hung', 'half-open', 'cut', 'delay', 'trickle']
  : ['cut', 'trickle'];

describe.each(FAULTS)('a database that is %s', (fault) => {
  it(`PROMISE 19 under load, ${ROUNDS} rounds: cached pages 200, others 200 or 503, every acknowledged write there, back by itself`, async () => {
    const figures = { rounds: ROUNDS, requests: 0, faults: 0, losses: 0, worstRecoveryMs: 0 };
    const before = proxy.made();
    const [during, after] = phasesOf(fault);
    let slowest = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await ask(server.port, CACHED_PAGE);
      const visitors = crowd(`${fault}${round}`);
      await sleep(500);
      proxy.set(during);
      await sleep(FAULT_MS);
      proxy.set(after);
      figures.worstRecoveryMs = Math.max(figures.worstRecoveryMs, await recover());
      await visitors.end();
      const { seen } = visitors;
      expect(seen.others).toEqual([]);
      figures.requests += seen.requests;
      slowest = Math.max(slowest, seen.slowest);
      for (const slug of seen.acknowledged) {
        const { status } = await ask(server.port, `/api/faq/${slug}`);
        if (status !== 200) figures.losses += 1;
      }
    }
    figures.faults = Math.max(ROUNDS, proxy.made() - before);
    record(`database ${fault} under load`, {
      ...figures,
      note: `slowest response ${Math.round(slowest)} ms`,
    });
    expect(figures.losses).toBe(0);
    expect(figures.worstRecoveryMs).toBeLessThan(5000);
  }, 900_000);
});
