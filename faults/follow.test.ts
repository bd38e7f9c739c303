import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { cloneDatabase } from '#testing/build-app.ts';
import { openDatabaseProxy } from '#testing/database-proxy.ts';
import { ask } from '#testing/serve.ts';
import { record, roundsOf } from './support/figures.ts';
import { cleanUp, makeFolder, signIn, startServer } from './support/product.ts';

const ROUNDS = roundsOf(20, 2);
const PATH = '/vendors/addepar';

afterAll(cleanUp);

it(`PROMISE 23 database cut for one of two nodes, ${ROUNDS} rounds: an edit made meanwhile is on it when it is back`, async () => {
  const database = await cloneDatabase('starter');
  const proxy = await openDatabaseProxy(database.url);
  const [near, far] = await Promise.all([
    startServer({ DATABASE_URL: database.url, DATA_DIR: await makeFolder() }),
    startServer({ DATABASE_URL: proxy.url, DATA_DIR: await makeFolder() }),
  ]);
  const cookie = await signIn(near.port);
  const { id } = JSON.parse((await ask(near.port, '/api/vendors/addepar')).text);
  let worst = 0;
  let requests = 0;
  let losses = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await ask(far.port, PATH);
    proxy.set('shut');
    const description = `Edited in round ${round}`;
    const asking = { method: 'PUT', json: { description }, headers: { cookie } };
    expect((await ask(near.port, `/api/vendors/${id}`, asking)).status).toBe(200);
    await sleep(300);
    proxy.set('open');
    const since = performance.now();
    let isThere = false;
    for (; !isThere; requests += 1) {
      isThere = (await ask(far.port, PATH)).text.includes(description);
      if (performance.now() - since > 20_000) break;
      await sleep(20);
    }
    if (!isThere) losses += 1;
    worst = Math.max(worst, performance.now() - since);
  }
  for (const node of [near, far]) node.kill('SIGTERM');
  await Promise.all([near.ended, far.ended]);
  proxy.close();
  await database.drop();
  record('database cut for one of two nodes', {
    rounds: ROUNDS,
    requests,
    faults: ROUNDS,
    losses,
    worstRecoveryMs: worst,
  });
  expect(losses).toBe(0);
  expect(worst).toBeLessThan(5000);
}, 900_000);
