import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { withClient } from '#platform/db/client.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createDatabase, dropDatabase } from '#testing/db/databases.ts';
import { migrateBefore } from '#testing/db/first-migration.ts';

const name = `jobs_${randomUUID().replaceAll('-', '')}`;
let url = '';
let app: TestApp;

const query = async (text: string) => (await withClient(url, (client) => client.query(text))).rows;

const SOURCE = '{"from":"page","text":"The words of the page."}';
const STEPS =
  '[{"n":1,"step":"done","level":"success","message":"1 new","at":"2026-11-18T09:00:00.000Z","saved":1}]';
const TRIES =
  '[{"at":"2026-11-18T09:00:00.000Z","request":{"headers":{},"body":""},"response":null,"problem":"No answer"}]';

/** As the desk was left before: open, done and failed work of each kind. */
const BEFORE = `
  insert into schedule (collection, item_id, action, at, state, title, fields, base_version, draft_version, problem, user_id, user_email, ended_at) values
    ('faq', 1, 'publish', '2031-01-01 09:00+00', 'waiting', 'Later?', '{"question":"Later?","answer":"Yes"}', 1, 2, null, 7, 'nora@example.com', null),
    ('faq', 2, 'unpublish', now() - interval '1 day', 'done', 'Done?', '{}', null, null, null, null, null, now()),
    ('faq', 3, 'publish', now() - interval '1 day', 'failed', 'Failed?', '{}', 1, null, 'It was changed', null, null, now());
  insert into webhooks (id, url, events, signing_secret) values (5, 'https://example.com/hook', '["published"]', 'whsec_x');
  insert into webhook_deliveries (webhook_id, message_id, event, at, collection, item_id, slug, path, state, attempts, next_at, ended_at, exchanges) values
    (5, 'msg_1', 'published', '2026-11-18 09:00+00', 'faq', 1, 'one', '/faq/one', 'delivered', 1, now(), now(), '[]'),
    (5, 'msg_2', 'deleted', now(), 'faq', 1, 'one', '/faq/one', 'failed', 11, now(), now(), '${TRIES}'),
    (5, 'msg_3', 'published', now(), 'faq', 2, 'two', '/faq/two', 'waiting', 2, '2031-01-01 09:00+00', null, '${TRIES}');
  insert into news_jobs (kind, subject, title, state, steps, source, started_by, started_at, finished_at) values
    ('rewrite', 9, 'An article', 'done', '${STEPS}', '${SOURCE}', 'nora@example.com', now() - interval '60 days', now() - interval '60 days'),
    ('rewrite', 10, 'Another', 'running', '[]', null, 'nora@example.com', now(), null),
    ('fetch', 0, 'News feeds', 'done', '${STEPS}', null, null, now(), now());
  insert into timed_jobs (name, pattern, next_at, succeeded_at, failed_at, failure, failures) values
    ('schedule', null, now(), now(), null, null, 0),
    ('link-checks', '0 3 * * *', '2026-11-20 03:00+00', '2026-11-19 03:00+00', '2026-11-18 03:00+00', 'No network', 0),
    ('news-feeds', '', null, null, null, null, 0);
`;

beforeAll(async () => {
  const server = inject('serverUrl');
  url = await createDatabase({ url: server, name });
  await migrateBefore(url, '0056_one_queue_of_jobs');
  await query(BEFORE);
  await migrateDatabase(url);
  app = await buildApp({ database: { url, drop: () => dropDatabase({ url: server, name }) } });
});
afterAll(() => app.close());

it('PROMISE 17 keeps the tables of before in the schema retired, and frees what is live of them', async () => {
  const kept = { schedule: 3, webhook_deliveries: 3, news_jobs: 3, timed_jobs: 3 };
  for (const [table, count] of Object.entries(kept)) {
    expect([table, await query(`select count(*)::int as n from retired.${table}`)]).toEqual([
      table,
      [{ n: count }],
    ]);
  }
});

it('goes on with the schedule, its outcomes and its order of fields', async () => {
  const { body } = await app.asEditor('GET', '/api/schedule');
  expect(body).toMatchObject([
    { title: 'Done?', action: 'unpublish', state: 'done', problem: null },
    { title: 'Failed?', state: 'failed', problem: 'It was changed' },
    {
      title: 'Later?',
      state: 'waiting',
      at: '2031-01-01T09:00:00.000Z',
      scheduledBy: 'nora@example.com',
    },
  ]);
  expect(await query(`select data->>'fields' as fields from jobs where subject = 'faq/1'`)).toEqual(
    [{ fields: '{"question":"Later?","answer":"Yes"}' }],
  );
});

it('goes on with deliveries, and shows those of before', async () => {
  const { body } = await app.asEditor('GET', '/api/webhooks/5/deliveries');
  expect(body).toMatchObject([
    { messageId: 'msg_3', state: 'waiting', attempts: 2, nextAt: '2031-01-01T09:00:00.000Z' },
    { messageId: 'msg_2', state: 'failed', attempts: 11, exchanges: [{ problem: 'No answer' }] },
    { messageId: 'msg_1', state: 'delivered', at: '2026-11-18T09:00:00.000Z', path: '/faq/one' },
  ]);
  expect((await app.asEditor('DELETE', '/api/webhooks/5')).status).toBe(200);
});

it('knows the last fetch, the source of each rewrite, and what was cut off', async () => {
  expect((await app.asEditor('GET', '/api/news/fetch-rss/last')).body).toMatchObject({ saved: 1 });
  const rows = await query(
    `select subject, error, data->'source'->>'text' as text from jobs where name = 'rewrite' order by id`,
  );
  expect(rows).toEqual([
    { subject: '9', error: null, text: 'The words of the page.' },
    {
      subject: '10',
      error: 'The server stopped while it was at work. Please try again.',
      text: null,
    },
  ]);
});

it('knows when each timed job was done last and is due next', async () => {
  const { body } = await app.asEditor('GET', '/api/jobs');
  const links = body.find((job: { name: string }) => job.name === 'link-checks');
  expect(links).toMatchObject({
    nextAt: '2026-11-20T03:00:00.000Z',
    succeededAt: '2026-11-19T03:00:00.000Z',
    failedAt: '2026-11-18T03:00:00.000Z',
    failure: 'No network',
    failures: 0,
  });
});
