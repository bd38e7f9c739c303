import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { seal } from '#modules/auth/sealed.server.ts';
import {
  findForgottenServices,
  printStoredServices,
} from '#modules/settings/stored-services.server.ts';
import { fillTables } from '#platform/db/backup.server.ts';
import { checkBackup } from '#platform/db/backup-file.server.ts';
import { withClient } from '#platform/db/client.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createDatabase, dropDatabase } from '#testing/db/databases.ts';
import { runNode } from '#testing/processes.ts';

/** Saved by the release before tables were retired, with a row in each of its tables. */
const FILE = fileURLToPath(new URL('../testing/backups/2026-11-19.gz', import.meta.url));
const RETIRED = [
  'bulk_edits',
  'evidence_pages',
  'evidence_runs',
  'list_views',
  'missing_pages',
  'missing_probes',
  'page_reads',
  'proposals',
  'release_items',
  'releases',
  'reviews',
  'vendor_links',
  'vendor_words',
];

const KEY = 'a key of this installation';
const sealed = (secret: string) =>
  seal(createHash('sha256').update(`settings ${KEY}`).digest(), secret);
/** As owners of that release stored them in the panel. */
const STORED = {
  siteName: 'The Ledger',
  aiUrl: 'https://ai.example/v1',
  aiModel: 'a-model',
  mailServer: 'smtp://mail.example.com:587',
  mailUser: 'desk+mail@example.com',
  mailFrom: 'Desk <desk@example.com>',
};
const SEALED = { aiKey: sealed('sk-#1'), mailPassword: sealed('50%off@x:/é') };

let app: TestApp;
const read = async (query: string) => (await app.connection.pool.query(query)).rows;

beforeAll(async () => {
  const name = 'test_upgrade';
  const server = inject('serverUrl');
  const url = await createDatabase({ url: server, name });
  await withClient(url, async (client) => {
    await client.query('begin');
    await fillTables(client, await checkBackup(FILE));
    // What opens something is in no backup.
    await client.query(
      `insert into vendor_links (vendor_id, email, token_hash, expires_at)
         values (1, 'ann@vendor.example', 'hash', now() + interval '7 days')`,
    );
    await client.query(
      `insert into settings (id, "values", sealed_secrets) values (1, $1, $2) on conflict (id)
         do update set "values" = excluded."values", sealed_secrets = excluded.sealed_secrets`,
      [JSON.stringify(STORED), JSON.stringify(SEALED)],
    );
    await client.query('commit');
  });
  await migrateDatabase(url);
  const drop = () => dropDatabase({ url: server, name });
  app = await buildApp({ database: { url, drop } });
});
afterAll(() => app.close());

describe('a database of the release before', () => {
  it.each(RETIRED)('PROMISE 17 keeps the rows of %s in the schema retired', async (table) => {
    const [row] = await read(`select count(*)::int as n from retired.${table}`);
    expect(row.n).toBe(1);
  });

  it('PROMISE 17 has no other retired table with rows that were not there, and nothing live under a retired name', async () => {
    const tables = await read(
      `select schemaname as schema, tablename as name from pg_tables where schemaname in ('public', 'retired')`,
    );
    const of = (schema: string) =>
      tables.filter((one) => one.schema === schema).map((one) => one.name);
    expect(of('retired')).toEqual(expect.arrayContaining(RETIRED));
    for (const name of RETIRED) expect(of('public')).not.toContain(name);
  });

  it('PROMISE 17 names the services that were set up in the panel until the environment has them, and prints them for it', async () => {
    const { db, settings } = app;
    const { body } = await app.asEditor('GET', '/api/settings');
    expect([body.siteName, body.integrations]).toEqual([
      'The Ledger',
      { ai: null, pictures: false, mail: null },
    ]);
    const note = await findForgottenServices(db, settings);
    expect(note).toMatch(/stored AI_BASE_URL, AI_MODEL, AI_API_KEY, SMTP_URL, MAIL_FROM, now read/);
    const env = parseEnv((await printStoredServices(db, KEY)).join('\n'));
    expect(env).toEqual({
      AI_BASE_URL: 'https://ai.example/v1',
      AI_MODEL: 'a-model',
      AI_API_KEY: 'sk-#1',
      SMTP_URL: expect.stringMatching(/^smtp:.*@mail\.example\.com:587\?requireTLS=true$/),
      MAIL_FROM: 'Desk <desk@example.com>',
    });
    const { username, password } = new URL(env.SMTP_URL ?? '');
    expect([username, password].map(decodeURIComponent)).toEqual([
      'desk+mail@example.com',
      '50%off@x:/é',
    ]);
    expect(await findForgottenServices(db, readSettings(env))).toBeUndefined();
  });

  it('PROMISE 17 is saved by a command that says how many retired rows the file does not hold', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'upgrade-'));
    const args = ['src/platform/db/backup.cli.server.ts', 'save', join(folder, 'file.gz')];
    const { code, output } = await runNode(args, { DATABASE_URL: app.databaseUrl }).ended;
    expect([code, output]).toEqual([0, expect.stringContaining('Saved to ')]);
    const count = Number(/Not in it: (\d+) rows of the schema "retired"/.exec(output)?.[1]);
    expect(count).toBeGreaterThanOrEqual(RETIRED.length);
    await rm(folder, { recursive: true });
  });

  it('serves what it had, and takes changes', async () => {
    const { body: list } = await app.asEditor('GET', '/api/vendors');
    expect(list.map((one: { name: string }) => one.name)).toEqual(['A name of vendors']);
    const [vendor] = list;
    const changed = await app.asEditor('PUT', `/api/vendors/${vendor.id}`, {
      description: 'Changed',
    });
    expect([changed.status, changed.body.fields, changed.body.description]).toEqual([
      200,
      undefined,
      'Changed',
    ]);
    const { body: made } = await app.asEditor('POST', '/api/faq', {
      question: 'Is it whole?',
      slug: 'is-it-whole',
      answer: 'It is.',
    });
    expect((await app.call('GET', `/api/faq/${made.slug}`)).status).toBe(200);
    expect((await app.asEditor('DELETE', `/api/vendors/${vendor.id}`)).status).toBe(200);
    const [row] = await read('select count(*)::int as n from retired.vendor_words');
    expect(row.n).toBe(1);
  });
});
