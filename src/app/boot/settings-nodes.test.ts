import { afterAll, beforeAll, expect, it } from 'vitest';
import { children, startServing } from '#testing/processes.ts';
import { ask, type Served, serve } from '#testing/serve.ts';

let site: Served;
beforeAll(async () => {
  site = await serve();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await site.close();
});

it('a change of the settings takes effect on two processes without a restart, and after a new start', async () => {
  const place = { DATABASE_URL: site.databaseUrl };
  const [one, other] = await Promise.all([startServing(place), startServing(place)]);
  const nameAt = async ({ port }: { port: number }) =>
    (await ask(port, '/llms.txt')).text.split('\n')[0];
  expect(await nameAt(other)).toBe('# Family Office Software');
  const change = (json: unknown) =>
    ask(one.port, '/api/settings', { method: 'PUT', json, headers: { cookie: site.cookie } });
  expect((await change({ siteName: 'The Other Name' })).status).toBe(200);
  expect(await nameAt(one)).toBe('# The Other Name');
  await expect.poll(() => nameAt(other), { timeout: 3000 }).toBe('# The Other Name');
  const third = await startServing(place);
  expect(await nameAt(third)).toBe('# The Other Name');
});
