import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { explainStart } from '#app/boot/explain.server.ts';
import { readSealingKey } from '#modules/auth/sealed.server.ts';
import { withClient } from '#platform/db/client.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';
import { ask, type Served, serve } from '#testing/serve.ts';

const MESSAGE = 'The database takes no changes at the moment. Please try again shortly.';

let site: Served;
beforeAll(async () => {
  site = await serve();
});
afterAll(() => site.close());

/** For all connections from now on, as after a failover: those that stood are cut. */
const setReadOnly = (isReadOnly: boolean) =>
  withClient(inject('serverUrl'), async (client) => {
    const name = new URL(site.databaseUrl).pathname.slice(1);
    await client.query(
      `alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
    );
    if (!isReadOnly) return;
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    );
  });

const problemOf = ({ status, text }: { status: number; text: string }) => [
  status,
  JSON.parse(text).message,
];

const save = () => site.edit('PUT', '/api/vendors/1', { description: 'Written meanwhile' });

/** Calls that need an id, or tell of the database. */
const OTHERS = /\{|^\/(?:readyz|metrics)$/;

/** Every read of the panel and the site that needs no id. */
const listReads = async (): Promise<string[]> => {
  const { paths } = JSON.parse((await site.get('/api/openapi.json')).text);
  const entries: [string, object][] = Object.entries(paths);
  return entries.flatMap(([path, calls]) => ('get' in calls && !OTHERS.test(path) ? path : []));
};

it('a database that takes no changes: saves and /readyz are refused with the reason, reads go on, and it recovers by itself', async () => {
  await site.get('/vendors/addepar');
  // The key of forms, which a start makes.
  await readSealingKey(site.connection.db);
  const reads = await listReads();
  expect(reads.length).toBeGreaterThan(40);
  // Being seen would be written down by the next request.
  await withClient(site.databaseUrl, (client) =>
    client.query(`update sessions set seen_at = now() - interval '1 hour'`),
  );
  await setReadOnly(true);
  await expect
    .poll(async () => (await site.get('/vendors/addepar')).headers['x-cache'])
    .toBe('hit');

  expect(problemOf(await save())).toEqual([503, MESSAGE]);
  expect(problemOf(await site.get('/readyz'))).toEqual([503, MESSAGE]);
  expect((await site.get('/healthz')).status).toBe(200);
  const signIn = { email: 'editor@example.com', password: 'not the one' };
  const refused = await ask(site.port, '/api/auth/login', { method: 'POST', json: signIn });
  expect(problemOf(refused)).toEqual([503, MESSAGE]);
  expect((await site.get('/vendors/altoo')).status).toBe(200);
  // An export is logged, or refused.
  const failed: string[] = [];
  for (const path of reads) {
    const { status } = await site.edit('GET', path, undefined);
    if (status >= 500) failed.push(path);
  }
  expect(failed.length).toBeGreaterThan(10);
  expect(failed.filter((path) => !path.endsWith('.csv'))).toEqual([]);

  await setReadOnly(false);
  // Neither is the first of a row of connections that were opened meanwhile.
  expect((await site.get('/readyz')).status).toBe(200);
  expect((await save()).status).toBe(200);
});

it('a database that takes no changes ends the start with one line', async () => {
  await setReadOnly(true);
  const line = await migrateDatabase(site.databaseUrl).catch((error) => explainStart(error));
  expect(line).toBe(
    'Could not start: The database takes no changes, because it is read-only or a standby: make it writable, or name the primary in DATABASE_URL.',
  );
  await setReadOnly(false);
});
