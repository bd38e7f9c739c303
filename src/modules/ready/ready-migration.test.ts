import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { withClient } from '#platform/db/client.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';
import { createDatabase, dropDatabase } from '#testing/db/databases.ts';
import { migrateBefore } from '#testing/db/first-migration.ts';

const name = `ready_${randomUUID().replaceAll('-', '')}`;
let url = '';

const query = async (text: string) => (await withClient(url, (client) => client.query(text))).rows;

/** As the desk was left before: a release, reviews with and without a draft, notices, a webhook, accepted fields. */
const BEFORE = `
  insert into users (id, email, password_hash) values (1, 'nora@example.com', 'x');
  insert into releases (id, name, state) values (1, 'Spring', 'scheduled');
  insert into release_items (release_id, collection, item_id, action, title) values (1, 'faq', 1, 'publish', 'One?');
  insert into item_drafts (collection, item_id, version, base_version, title, fields)
    values ('faq', 1, 3, 2, 'Drafted?', '{"question":"Drafted?"}'), ('faq', 2, 1, 1, 'Noted?', '{}');
  insert into activity (action, collection, item_id, title) values ('created', 'faq', 3, 'New?');
  insert into reviews (collection, item_id, state, asked_by, item_version, draft_version, notes, user_email, updated_at) values
    ('faq', 1, 'in review', 'nora@example.com', 2, 3, '[{"by":null,"at":"2026-11-18T09:00:00.000Z","text":"Is it so?"}]', 'paula@example.com', '2026-11-18 09:00+00'),
    ('faq', 2, 'draft', null, 1, 1, '[]', 'paula@example.com', now()),
    ('faq', 3, 'approved', null, 4, null, '[]', 'paula@example.com', '2026-11-18 10:00+00');
  insert into notices (user_id, kind, collection, item_id, title)
    values (1, 'review asked', 'faq', 1, 'One?'), (1, 'mention', 'faq', 1, 'One?');
  insert into app_meta (key, value) values ('review', 'true'), ('release', '7');
  insert into webhooks (url, events) values ('https://example.com', '["published", "review asked"]');
  insert into news_articles (id, title, slug, original_url, original_content, accepted_fields)
    values (1, 'A', 'a', 'https://example.com/a', '', '{tags}'), (2, 'B', 'b', 'https://example.com/b', '', '{}');
`;

beforeAll(async () => {
  url = await createDatabase({ url: inject('serverUrl'), name });
  await migrateBefore(url, '0050_retire_releases_and_reviews');
  await query(BEFORE);
  await migrateDatabase(url);
});
afterAll(() => dropDatabase({ url: inject('serverUrl'), name }));

it('PROMISE 17 keeps releases, reviews and accepted fields in the schema retired', async () => {
  const count = async (table: string) =>
    Number((await query(`select count(*) from retired.${table}`))[0]?.count);
  const kept = [
    'releases',
    'release_items',
    'reviews',
    'notices_of_reviews',
    'app_meta_of_reviews',
  ];
  for (const table of kept) expect([table, (await count(table)) > 0]).toEqual([table, true]);
  expect(await query('select * from retired.news_articles_accepted_fields')).toEqual([
    { id: 1, accepted_fields: ['tags'] },
  ]);
  expect(
    await query('select text from retired.reviews, json_to_recordset(notes) as n(text text)'),
  ).toEqual([{ text: 'Is it so?' }]);
});

it('makes ready drafts of open reviews, and marks of those of items without a draft', async () => {
  const rows = await query(
    'select item_id, version, base_version, title, ready_at, ready_by from item_drafts order by item_id',
  );
  expect(rows).toEqual([
    {
      item_id: 1,
      version: 3,
      base_version: 2,
      title: 'Drafted?',
      ready_at: new Date('2026-11-18T09:00:00Z'),
      ready_by: 'nora@example.com',
    },
    { item_id: 2, version: 1, base_version: 1, title: 'Noted?', ready_at: null, ready_by: null },
    {
      item_id: 3,
      version: 0,
      base_version: 4,
      title: 'New?',
      ready_at: new Date('2026-11-18T10:00:00Z'),
      ready_by: 'paula@example.com',
    },
  ]);
});

it('leaves other notices, and has webhooks go on with what takes the place of reviews', async () => {
  expect(await query('select kind from notices')).toEqual([{ kind: 'mention' }]);
  expect(await query('select events from webhooks')).toEqual([
    { events: ['published', 'draft ready'] },
  ]);
  expect(await query("select key from app_meta where key in ('review', 'release')")).toEqual([]);
});
