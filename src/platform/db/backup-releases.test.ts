import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, it } from 'vitest';
import { createDatabase, dropDatabase } from '#testing/db/databases.ts';
import { countRetired, LEFT_OUT_TABLES, restoreBackup, saveBackup } from './backup.server.ts';
import { type CheckedBackup, checkBackup, readRows } from './backup-file.server.ts';
import { withClient } from './client.server.ts';

/** Each was saved by the release of its day, with a row in every table. */
const FOLDER = fileURLToPath(new URL('../../testing/backups/', import.meta.url));
const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.gz')).sort();

/** The migration that retired the words around a quote. */
const PASSAGES = 53;

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

const newest = () => checkBackup(join(FOLDER, files.at(-1) ?? ''));

/** A row of made-up values, where a migration has brought a table since. */
const FILL = `do $$ declare t record; begin
  for t in
    select format('%I', table_name) as name,
      string_agg(format('%I', column_name), ', ') as columns,
      string_agg(case
        when data_type = 'text' then format('%L', 'A ' || column_name || ' of ' || table_name)
        when data_type like 'timestamp%' or data_type = 'date' then 'now()'
        when data_type in ('json', 'jsonb', 'ARRAY') then '''{}'''
        when data_type = 'boolean' then 'true'
        when data_type = 'bytea' then '''x'''
        else '1' end, ', ') as row
    from information_schema.columns
    where table_schema = 'public' and is_nullable = 'NO' and column_default is null
      and table_name <> all('{${LEFT_OUT_TABLES.join()}}')
    group by table_name
  loop
    execute format('insert into %s (%s) select %s where not exists (select from %1$s)', t.name, t.columns, t.row);
  end loop; end $$`;

const byName = (a: string, b: string) => a.localeCompare(b);

/** The columns of each table in a file. */
const columnsIn = async (backup: CheckedBackup): Promise<Record<string, string[]>> => {
  const columns: Record<string, string[]> = {};
  for await (const [table, row] of readRows(backup)) {
    columns[table] = Object.keys(row).toSorted(byName);
  }
  return columns;
};

describe('backups of earlier releases', () => {
  it('PROMISE 17 one is kept of the tables as they are now: after a migration, KEEP_BACKUP=yes has this test write it', () =>
    withNewDatabase('backup_now', async (url) => {
      await restoreBackup(url, await newest());
      await read(url, FILL);
      const folder = await mkdtemp(join(tmpdir(), 'backup-now-'));
      const file = join(folder, 'now.gz');
      await saveBackup(url, file);
      if (process.env.KEEP_BACKUP) {
        const time = new Date().toISOString().slice(0, 16).replace(':', '');
        await copyFile(file, join(FOLDER, `${time}.gz`));
      }
      const now = await checkBackup(file);
      const columns = await columnsIn(now);
      expect(Object.keys(columns).toSorted(byName)).toEqual(now.header.tables.toSorted(byName));
      expect(columns).toEqual(await columnsIn(await newest()));
      await rm(folder, { recursive: true });
    }));

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
        if (rows.has('comments') && backup.header.migrations <= PASSAGES) {
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
      const latest = await newest();
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
