import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '#platform/db/database.server.ts';
import { cloneDatabase } from '#testing/build-app.ts';
import { children, runNode } from '../src/testing/processes.ts';
import { record, roundsOf } from './support/figures.ts';

const ROUNDS = roundsOf(100, 3);
const ENTRIES = 10;

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  database = await cloneDatabase('starter');
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database.drop();
});

/** A process that does nothing but what is scheduled, with the whole content behind it. */
const PUBLISHER = `
import { pino } from 'pino';
import { openContent } from '#app/content.server.ts';
import { scheduleJob } from '#modules/schedule/run-schedule.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { createWorker } from '#platform/jobs/worker.server.ts';
const settings = readSettings({ NODE_ENV: 'test' });
const { db } = connect(process.env.DATABASE_URL);
const content = openContent(db, { siteUrl: settings.SITE_URL });
const types = [scheduleJob({ content, settings })];
createWorker({ db, log: pino({ level: 'silent' }), types }).start();
setInterval(() => undefined, 1000);
`;

const startPublisher = () =>
  runNode(['--input-type=module-typescript', '-e', PUBLISHER], { DATABASE_URL: database.url });

it(`kill -9 while the schedule publishes, ${ROUNDS} rounds: each item is published exactly once`, async () => {
  const { db, close } = connect(database.url, { max: 2 });
  const hook = sql`insert into webhooks (url, events, paused_at) values ('https://example.com', '["published"]', now())`;
  await db.execute(hook);
  for (let round = 0; round < ROUNDS; round += 1) {
    await db.execute(sql`
      with items as (
        insert into faq_entries (question, slug, answer, category, is_published)
        select 'Killed?', 'killed-' || ${round}::text || '-' || n, 'Yes', 'c', false
        from generate_series(1, ${ENTRIES}) n returning id
      )
      insert into jobs (name, subject, key, run_at, data)
      select 'schedule', 'faq/' || id, 'publish', now(), json_build_object(
        'collection', 'faq', 'itemId', id, 'action', 'publish', 'title', 'Killed?', 'fields', '{}'::json,
        'baseVersion', 1, 'draftVersion', null, 'isConfirmed', false, 'userId', null, 'userEmail', null)
      from items`);
    const publisher = startPublisher();
    const begun = sql`select 1 from faq_entries where slug like ${`killed-${round}-%`} and is_published`;
    for (let waited = 0; waited < 10_000; waited += 2) {
      if ((await db.execute(begun)).rows.length > 0) break;
      await sleep(2);
    }
    await sleep(Math.random() * 40);
    publisher.child.kill('SIGKILL');
    await publisher.ended;
  }
  const last = startPublisher();
  const waiting = sql`select 1 from jobs where name = 'schedule' and done_at is null`;
  await expect
    .poll(async () => (await db.execute(waiting)).rows.length, { timeout: 60_000 })
    .toBe(0);
  last.child.kill('SIGKILL');
  await last.ended;
  const { rows } = await db.execute<Record<string, number | boolean>>(sql`
    select f.id, f.version, f.is_published as public,
      (select count(*)::int from revisions r where r.collection = 'faq' and r.item_id = f.id) as revisions,
      (select count(*)::int from activity a where a.collection = 'faq' and a.item_id = f.id and a.action = 'published') as lines,
      (select count(*)::int from jobs j where j.name = 'webhook' and j.key = 'faq/' || f.id) as events
    from faq_entries f where f.slug like 'killed-%'`);
  await close();
  expect(rows).toHaveLength(ROUNDS * ENTRIES);
  const wrong = rows.filter(
    ({ version, public: isPublic, revisions, lines, events }) =>
      !(version === 2 && isPublic && revisions === 1 && lines === 1 && events === 1),
  );
  record('kill -9 while the schedule publishes', {
    rounds: ROUNDS,
    requests: rows.length,
    faults: ROUNDS,
    losses: wrong.length,
  });
  expect(wrong).toEqual([]);
}, 1_200_000);
