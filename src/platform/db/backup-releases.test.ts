import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, it } from 'vitest';
import { createDatabase, dropDatabase } from '#testing/db/databases.ts';
import { countRetired, restoreBackup } from './backup.server.ts';
import { checkBackup, readRows } from './backup-file.server.ts';
import { withClient } from './client.server.ts';

/** Each was saved by the release of its day, with a row in every table. */
const FOLDER = fileURLToPath(new URL('../../testing/backups/', import.meta.url));
const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.gz')).sort();

const withNewDatabase = async (name: string, work: (url: string) => Promise<void>) => {
  const server = inject('serverUrl');
  const url = await createDatabase({ url: server, name });
  try {
    await work(url);
  } finally {
    await dropDatabase({ url: server, name });
  }
};

const read = async (url: string, query: string) =>
  (await withClient(url, (client) => client.query(query))).rows;

/** Tables whose rows a restore leaves out, or which triggers and later starts fill. */
const NOT_RESTORED =
  /^(feed_results|idempotency_keys|invitations|presence|preview_links|rate_limits|search_entries|sessions|vendor_links|vendor_sources)$/;

describe('backups of earlier releases', () => {
  it('are kept of four of them', () => {
    expect(files).toHaveLength(4);
  });

  it.each(files.map((name, index) => ({ name, index })))(
    'PROMISE 17 $name is restored, table by table, with what is retired since',
    async ({ name, index }) => {
      const backup = await checkBackup(join(FOLDER, name));
      const rows = new Map<string, number>();
      for await (const [table] of readRows(backup)) rows.set(table, (rows.get(table) ?? 0) + 1);
      expect(rows.size).toBeGreaterThan(30);
      await withNewDatabase(`backup_release_${index}`, async (url) => {
        // Restored twice: over an empty database, and over itself.
        expect(await restoreBackup(url, backup)).toBeGreaterThan(30);
        expect(await restoreBackup(url, backup)).toBeGreaterThan(30);
        const [row] = await read(
          url,
          `select (select name from vendors) as vendor, (select email from users) as email,
          (select question from faq_entries) as question`,
        );
        expect(row).toEqual({
          vendor: 'A name of vendors',
          email: 'ann@example.com',
          question: 'A question of faq_entries',
        });
        const kept = await read(
          url,
          `select schemaname as schema, tablename as name from pg_tables where schemaname in ('public', 'retired')`,
        );
        for (const [table, count] of rows) {
          if (NOT_RESTORED.test(table)) continue;
          const schema = kept.find((one) => one.name === table)?.schema;
          expect(schema, `${table} is there`).toBeDefined();
          const [{ n }] = await read(url, `select count(*)::int as n from ${schema}."${table}"`);
          // What a vendor had said waits as a correction.
          const carriedOver = table === 'corrections' ? (rows.get('vendor_words') ?? 0) : 0;
          expect([table, n]).toEqual([table, count + carriedOver]);
        }
        // A comment keeps the words that it quotes; the words around them are retired.
        if (rows.has('comments')) {
          const [{ quote, field }] = await read(url, 'select quote, field from comments');
          expect([quote, field]).toEqual(['A quote of comments', 'A field of comments']);
          const around = 'select before, after from retired.comments_passages';
          expect(await read(url, around)).toEqual([
            { before: 'A before of comments', after: 'A after of comments' },
          ]);
        }
        // New rows take numbers of their own.
        await read(url, `insert into vendors (name, slug) values ('Another', 'another')`);
      });
    },
  );

  it('PROMISE 17 a backup counts what it does not hold of retired tables, and a restore keeps it beside', () =>
    withNewDatabase('backup_retired', async (url) => {
      const latest = await checkBackup(join(FOLDER, files.at(-1) ?? ''));
      await restoreBackup(url, latest);
      const before = await countRetired(url);
      await read(url, 'create schema if not exists retired');
      await read(url, 'create table retired.old_notes as select 1 as id union select 2');
      expect(await countRetired(url)).toBe(before + 2);
      await restoreBackup(url, latest);
      const [{ name }] = await read(
        url,
        `select schemaname as name from pg_tables where tablename = 'old_notes'`,
      );
      expect(name).toMatch(/^retired_\d{8}t\d+z$/);
      expect(await countRetired(url)).toBe(2 * before + 2);
    }));
});
