import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '#platform/db/client.server.ts';
import { buildApp, cloneDatabase, type TestApp } from '#testing/build-app.ts';

const ROWS = 10_000;

/** Three rows of each list have the word: in a list of texts, and in a text. */
const FILLED = {
  vendors: `insert into vendors (name, slug, description, features, is_published)
    select 'Vendor ' || md5(i::text), 'v-' || i, 'About ' || repeat(md5((i * 7)::text) || ' ', 4),
      case when i % 4000 = 1 then array['Quorvex books', 'Reports'] else array['Ledger', md5(i::text)] end, true
    from generate_series(1, ${ROWS}) i`,
  faq: `insert into faq_entries (question, slug, answer, is_published)
    select case when i % 4000 = 1 then 'What is a Quorvex?' else md5(i::text) end, 'f-' || i,
      repeat(md5((i * 7)::text) || ' ', 4), true
    from generate_series(1, ${ROWS}) i`,
};
const NAMES = Object.keys(FILLED);

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
  for (const text of Object.values(FILLED)) await app.db.execute(sql.raw(text));
  await app.db.execute(sql`vacuum analyze`);
});
afterAll(() => app.close());

describe('searching long lists', () => {
  it.each(NAMES)('PROMISE 24 %s finds a word by an index, whichever text has it', async (name) => {
    const { reader } = app.content.partsOf(name);
    const query = { viewer: null, q: 'QUORVEX' };
    const rows = app.db.select().from(reader.table).where(reader.conditionOf(query));
    const plan = await app.db.execute(sql`explain ${rows.getSQL()}`);
    const lines = plan.rows.map((row) => String(row['QUERY PLAN'])).join('\n');
    expect(lines).toMatch(/Bitmap Index Scan on \w+_search_index/);
    expect(lines).not.toContain('Seq Scan');
    const found = await app.call('GET', `/api/${name}?q=quorvex&limit=5`);
    expect([found.body.length, found.headers.get('x-total-count')]).toEqual([3, '3']);
  });
});

const SEARCHES = `select indexname from pg_indexes where indexname like '%_search_index' order by 1`;

const MIGRATION = readFileSync(new URL('../../drizzle/0006_search.sql', import.meta.url), 'utf8');

/** Takes the migration back, so that it can run again on a server of another kind. */
const UNDO = `drop extension pg_trgm cascade; drop function list_text(text[]) cascade;
  insert into vendors (name, slug, features) values ('Kept', 'kept', '{Quorvex}')`;

const migrateOn = async (prepare: string, ask: string) => {
  const database = await cloneDatabase();
  try {
    await withClient(database.url, (client) => client.query(`${UNDO}; ${prepare}`));
    await withClient(database.url, (client) => client.query(MIGRATION));
    return await withClient(database.url, async (client) => [
      (await client.query(SEARCHES)).rows.length,
      (await client.query(ask)).rows,
    ]);
  } finally {
    await database.drop();
  }
};

describe('a server without trigrams, or with its own', () => {
  const search = `select name from vendors where list_text(features) ilike '%QUORVEX%'`;

  it('PROMISE 16 the migration passes where the extension cannot be made, and searches work', async () => {
    const refuse = `create function refuse() returns event_trigger language plpgsql
        as $$ begin raise 'extension is not allowed here' using errcode = '0A000'; end $$;
      create event trigger refuse on ddl_command_start when tag in ('CREATE EXTENSION')
        execute function refuse()`;
    expect(await migrateOn(refuse, search)).toEqual([0, [{ name: 'Kept' }]]);
  });

  it('PROMISE 16 the migration finds the extension in a schema that is not searched', async () => {
    const elsewhere = 'create schema tools; create extension pg_trgm schema tools';
    expect(await migrateOn(elsewhere, search)).toEqual([4, [{ name: 'Kept' }]]);
  });

  it('PROMISE 16 the migration makes the extension where it can', async () => {
    expect(await migrateOn('select 1', search)).toEqual([4, [{ name: 'Kept' }]]);
  });
});
