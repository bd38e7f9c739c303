import { expect, it } from 'vitest';
import { buildApp } from '#testing/build-app.ts';

it('the contract tests of this run go through the pooler', async () => {
  const app = await buildApp();
  const client = await app.connection.pool.connect();
  const { rows } = await client.query('select pg_backend_pid() as backend');
  // PgBouncer makes up the number that it tells its clients.
  expect(client).toHaveProperty('processID');
  expect(client).not.toHaveProperty('processID', rows[0].backend);
  client.release();
  await app.close();
});
