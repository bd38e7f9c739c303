import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { findPlace } from '#platform/db/embedded/place.server.ts';
import { findPostmaster } from '#platform/db/embedded/postmaster.server.ts';
import { postSlowly } from '#testing/serve.ts';
import { load, signalAll } from '../src/testing/processes.ts';
import { record, roundsOf } from './support/figures.ts';
import { cleanUp, makeFolder, signIn, startServer } from './support/product.ts';

const ROUNDS = roundsOf(20, 1);
const POSTS = roundsOf(5, 2);

afterAll(cleanUp);

it(`PROMISE 22 SIGTERM to the whole group under load, the database's processes too, ${ROUNDS} rounds: no cut response, exit within 10 s, the database stopped`, async () => {
  const dataDir = await makeFolder();
  const { cluster } = await findPlace(dataDir, () => undefined);
  let requests = 0;
  let worst = 0;
  const cut: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await startServer({ DATA_DIR: dataDir });
    const visitors = load(server.port, (visitor, n) => `/vendors?q=word${visitor}${n}`);
    await sleep(1000);
    const postmaster = await findPostmaster(cluster);
    if (!postmaster) throw new Error('There is no database to signal');
    const since = performance.now();
    // PostgreSQL has a process group of its own, but is in the control group that systemd tells.
    await signalAll(server.pid, postmaster);
    server.killGroup('SIGTERM');
    const { code } = await server.ended;
    worst = Math.max(worst, performance.now() - since);
    await visitors.end();
    requests += visitors.seen.whole + visitors.seen.putOff;
    cut.push(...visitors.seen.cut);
    expect([round, code]).toEqual([round, 0]);
    expect(await findPostmaster(cluster)).toBeUndefined();
  }
  record('SIGTERM to the group under load', {
    rounds: ROUNDS,
    requests,
    faults: ROUNDS,
    losses: cut.length,
    worstRecoveryMs: worst,
    note: 'recovery is the time to the exit',
  });
  expect(cut).toEqual([]);
  expect(worst).toBeLessThan(10_000);
}, 1_800_000);

it(`PROMISE 22 SIGTERM again and again under load, ${POSTS} rounds: bodies that take 3 s get their responses, exit within 10 s, the database stopped`, async () => {
  const dataDir = await makeFolder();
  const { cluster } = await findPlace(dataDir, () => undefined);
  for (let round = 0; round < POSTS; round += 1) {
    const server = await startServer({ DATA_DIR: dataDir });
    const cookie = await signIn(server.port);
    const visitors = load(server.port, (visitor, n) => `/vendors?q=again${visitor}${n}`);
    await sleep(1000);
    const slugs = Array.from({ length: 5 }, (_, at) => `slow-${round}-${at}`);
    const posts = slugs.map((slug) => postSlowly(server.port, cookie, slug));
    await Promise.all(posts.map(({ begun }) => begun));
    const since = performance.now();
    server.kill('SIGTERM');
    await sleep(1500);
    server.kill('SIGTERM');
    const replies = await Promise.all(posts.map(({ status }) => status));
    expect([round, ...replies]).toEqual([round, 201, 201, 201, 201, 201]);
    const { code } = await server.ended;
    const tookMs = performance.now() - since;
    await visitors.end();
    expect([round, code, visitors.seen.cut]).toEqual([round, 0, []]);
    expect(await findPostmaster(cluster)).toBeUndefined();
    expect(tookMs).toBeLessThan(10_000);
  }
}, 600_000);
