import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase, dropDatabase } from '#testing/db/databases.ts';
import { migrateFirst, readJournal } from '#testing/db/first-migration.ts';
import { withClient } from './client.server.ts';
import { migrateDatabase } from './migrate.server.ts';

const made: string[] = [];
let journal: Awaited<ReturnType<typeof readJournal>>;

beforeAll(async () => {
  journal = await readJournal();
});

afterAll(async () => {
  for (const name of made) await dropDatabase({ url: inject('serverUrl'), name });
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

  it('PROMISE 2 knows whom the allow-list let in before that was written down', async () => {
    const url = await newDatabase();
    await migrateFirst(url);
    await query(
      url,
      "insert into users (email, password_hash) values ('by-list@example.com', null), ('made@example.com', 'hash')",
    );
    await migrateDatabase(url);
    const users = 'select email, admitted_by_list as "isByList" from users order by email';
    expect(await query(url, users)).toEqual([
      { email: 'by-list@example.com', isByList: true },
      { email: 'made@example.com', isByList: false },
    ]);
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

  it('PROMISE 26 refuses a database of a newer release with a sentence, and leaves it alone', async () => {
    const url = await newDatabase();
    await migrateDatabase(url);
    const before = await applied(url);
    await query(
      url,
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`,
    );
    await expect(migrateDatabase(url)).rejects.toThrow('newer release than this program');
    expect(await applied(url)).toBe(before + 1);
  });
});
