import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { withClient } from './client.server.ts';
import { createDatabase, dropDatabase } from './embedded/databases.server.ts';
import { migrateDatabase, migrationsFolder } from './migrate.server.ts';

interface Journal {
  entries: { tag: string; idx: number }[];
}

const made: string[] = [];
let journal: Journal;
let firstOnly: string;

beforeAll(async () => {
  const source = await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8');
  journal = JSON.parse(source);
  firstOnly = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(migrationsFolder, firstOnly, { recursive: true });
  const cut = { ...journal, entries: journal.entries.slice(0, 1) };
  await writeFile(join(firstOnly, 'meta/_journal.json'), JSON.stringify(cut));
});

afterAll(async () => {
  for (const name of made) await dropDatabase({ url: inject('serverUrl'), name });
  await rm(firstOnly, { recursive: true, force: true });
});

const newDatabase = () => {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`;
  made.push(name);
  return createDatabase({ url: inject('serverUrl'), name });
};

const query = async (url: string, text: string) =>
  (await withClient(url, (client) => client.query(text))).rows;

const applied = async (url: string) =>
  (await query(url, 'select id from drizzle.__drizzle_migrations')).length;

const indexes = async (url: string) =>
  (await query(url, "select indexname as name from pg_indexes where schemaname = 'public'")).map(
    (row) => row.name,
  );

const migrateFirst = (url: string) =>
  withClient(url, (client) => migrate(drizzle(client), { migrationsFolder: firstOnly }));

const until = async (check: () => Promise<boolean>) => {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('It never came to that');
};

describe('migrations', () => {
  it('PROMISE 16 several starters at once on an empty database: one does the work', async () => {
    const url = await newDatabase();
    await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(url)));
    expect(await applied(url)).toBe(journal.entries.length);
    await migrateDatabase(url);
    expect(await applied(url)).toBe(journal.entries.length);
  });

  it('PROMISE 16 goes on from the first migration and keeps what is there', async () => {
    const url = await newDatabase();
    await migrateFirst(url);
    await query(url, "insert into vendors (name, slug) values ('Kept', 'kept')");
    await migrateDatabase(url);
    expect(await query(url, 'select name from vendors')).toEqual([{ name: 'Kept' }]);
    expect(await indexes(url)).toEqual(
      expect.arrayContaining([
        'vendors_categories_index',
        'vendors_markets_index',
        'vendors_aum_bands_index',
        'news_articles_status_published_on_index',
      ]),
    );
  });

  it('PROMISE 16 a starter killed in the middle leaves nothing half done, and the next one finishes', async () => {
    const url = await newDatabase();
    await migrateFirst(url);
    const blocker = new pg.Client({ connectionString: url });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('lock table vendors in access exclusive mode');
    const program = `import { migrateDatabase } from ${JSON.stringify(
      new URL('./migrate.server.ts', import.meta.url).href,
    )}; await migrateDatabase(${JSON.stringify(url)});`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    const isWaiting =
      'select 1 from pg_locks l join pg_database d on d.oid = l.database where not l.granted and d.datname = current_database()';
    await until(async () => (await query(url, isWaiting)).length > 0);
    child.kill('SIGKILL');
    await ended;
    await blocker.query('rollback');
    await blocker.end();
    await migrateDatabase(url);
    expect(await applied(url)).toBe(journal.entries.length);
    expect(await indexes(url)).toContain('vendors_categories_index');
  });

  it('PROMISE 24 lists and their filters can use their indexes', async () => {
    const url = await newDatabase();
    await migrateDatabase(url);
    const plan = await withClient(url, async (client) => {
      await client.query('set enable_seqscan = off');
      const lookups = [
        "select 1 from vendors where categories && array['a']",
        "select 1 from vendors where markets && array['a']",
        "select 1 from vendors where aum_bands && array['a']",
        "select 1 from news_articles where status = 'published' order by published_on desc, id desc limit 5",
        "select 1 from redirects where from_path = '/x'",
        'select 1 from vendors order by display_order, lower(name) limit 5',
      ];
      const plans: string[] = [];
      for (const text of lookups) {
        const { rows } = await client.query(`explain ${text}`);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
      return plans;
    });
    expect(plan[0]).toContain('vendors_categories_index');
    expect(plan[1]).toContain('vendors_markets_index');
    expect(plan[2]).toContain('vendors_aum_bands_index');
    expect(plan[3]).toContain('news_articles_status_published_on_index');
    expect(plan[3]).not.toContain('Sort');
    expect(plan[4]).toContain('redirects_from_path_unique');
    expect(plan[5]).toContain('vendors_display_order_name_index');
    expect(plan[5]).not.toContain('Sort');
  });
});
