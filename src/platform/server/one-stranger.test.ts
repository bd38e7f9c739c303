import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase } from '#testing/build-app.ts';
import { flood } from '#testing/flood.ts';
import { children, startServing } from '#testing/processes.ts';
import { ask } from '#testing/serve.ts';
import { signInDirectly } from '../../../faults/support/session.ts';

const CONNECTIONS = 230;
const CALLS = 100;

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  database = await cloneDatabase('starter');
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database.drop();
});

it(`PROMISE 19 ${CONNECTIONS} searches at once of one stranger refuse nobody who is signed in, saves included, and other visitors are answered within 2 s`, async () => {
  const cookie = await signInDirectly(database.url);
  const { port, child } = await startServing({ DATABASE_URL: database.url, TRUST_PROXY: '1' });
  const headers = { cookie };
  const { id } = JSON.parse((await ask(port, '/api/vendors/addepar', { headers })).text);
  const stranger = flood(port, {
    connections: CONNECTIONS,
    pathOf: (n) => `/api/search?q=word${n}`,
  });
  const refused: string[] = [];
  const visitor = { 'x-forwarded-for': '198.51.100.7' };
  for (let n = 0; n < CALLS; n += 1) {
    const isSave = n % 4 === 0;
    const { status } = isSave
      ? await ask(port, `/api/vendors/${id}`, {
          method: 'PUT',
          json: { description: `Saved for the time ${n}` },
          headers,
        })
      : await ask(port, '/api/vendors?limit=20', { headers });
    if (status !== 200) refused.push(`${isSave ? 'save' : 'read'} ${n}: ${status}`);
    if (n % 5 > 0) continue;
    for (const path of [`/api/search?q=mine${n}`, `/vendors?page=${n}`]) {
      const since = performance.now();
      const reply = await ask(port, path, { headers: visitor });
      const ms = performance.now() - since;
      if (reply.status !== 200 || ms > 2000) refused.push(`${path} ${reply.status} ${ms}`);
    }
  }
  await stranger.end();
  child.kill('SIGTERM');
  const answered = [...stranger.statuses.values()].reduce((sum, count) => sum + count, 0);
  expect(refused).toEqual([]);
  expect(answered).toBeGreaterThan(CONNECTIONS);
  expect([...stranger.statuses.keys()].every((status) => [200, 429, 503].includes(status))).toBe(
    true,
  );
}, 300_000);
