import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { cloneDatabase } from '#testing/build-app.ts';
import { ask } from '#testing/serve.ts';
import { record, roundsOf } from './support/figures.ts';
import { cleanUp, makeFolder, type Server, signIn, startServer } from './support/product.ts';

const ROUNDS = roundsOf(50, 2);
const LANES = 3;
const PART = 500;

afterAll(cleanUp);

/** The acknowledged answer of each question: 'first' after its create, 'second' after its update. */
type Log = Map<string, 'first' | 'second'>;

/** Makes and changes questions until the server dies; acknowledged writes are logged. */
const writeUntilDeath = async (server: Server, cookie: string, round: number, log: Log) => {
  let requests = 0;
  const acknowledged = Promise.withResolvers<void>();
  const send = (method: string, path: string, json: object) => {
    requests += 1;
    return ask(server.port, path, { method, json, headers: { cookie } });
  };
  const walk = async (lane: number) => {
    for (let n = 0; ; n += 1) {
      const slug = `q-${round}-${lane}-${n}`;
      const text = { question: slug, slug, answer: 'first', category: 'c' };
      const made = await send('POST', '/api/faq', text);
      if (made.status !== 201) throw new Error(made.text);
      log.set(slug, 'first');
      acknowledged.resolve();
      const { id } = JSON.parse(made.text);
      const changed = await send('PUT', `/api/faq/${id}`, { answer: 'second' });
      if (changed.status !== 200) throw new Error(changed.text);
      log.set(slug, 'second');
    }
  };
  const lanes = Array.from({ length: LANES }, (_, lane) => walk(lane).catch(() => undefined));
  // A busy machine may take its time for the first one.
  await Promise.race([acknowledged.promise, sleep(30_000)]);
  await sleep(Math.random() * 400);
  server.kill('SIGKILL');
  await Promise.all([server.ended, ...lanes]);
  return requests;
};

const readAnswers = async (port: number, cookie: string) => {
  const stored = new Map<string, string>();
  for (let offset = 0; ; offset += PART) {
    const path = `/api/faq?limit=${PART}&offset=${offset}`;
    const items = JSON.parse((await ask(port, path, { headers: { cookie } })).text);
    for (const { slug, answer } of items) stored.set(slug, answer);
    if (items.length < PART) return stored;
  }
};

/** A change that was not answered may have happened all the same: after 'first' both are right. */
const isLost = (answer: string | undefined, acknowledged: 'first' | 'second') =>
  answer !== 'second' && answer !== acknowledged;

describe.each(['embedded', 'outside'] as const)('PostgreSQL %s', (kind) => {
  it(`PROMISE 13 kill -9 of the serving process, ${ROUNDS} rounds: every acknowledged write is there`, async () => {
    const database = kind === 'outside' ? await cloneDatabase('starter') : null;
    const dataDir = await makeFolder();
    const place = { DATA_DIR: dataDir, ...(database ? { DATABASE_URL: database.url } : {}) };
    const log: Log = new Map();
    let requests = 0;
    let worst = 0;
    let server = await startServer(place);
    const cookie = await signIn(server.port);
    for (let round = 0; round < ROUNDS; round += 1) {
      requests += await writeUntilDeath(server, cookie, round, log);
      server = await startServer(place);
      worst = Math.max(worst, server.startMs);
    }
    const stored = await readAnswers(server.port, cookie);
    const lost = [...log].filter(([slug, said]) => isLost(stored.get(slug), said));
    const changed = [...log.values()].filter((said) => said === 'second').length;
    server.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    await database?.drop();
    record(`kill -9, PostgreSQL ${kind}`, {
      rounds: ROUNDS,
      requests,
      faults: ROUNDS,
      losses: lost.length,
      worstRecoveryMs: worst,
      note: `${log.size + changed} acknowledged writes`,
    });
    expect(log.size).toBeGreaterThanOrEqual(ROUNDS);
    expect(lost).toEqual([]);
  }, 3_600_000);
});
