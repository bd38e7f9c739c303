import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '#platform/env.server.ts';
import { runIfDue } from '#platform/timed-job.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { readEvents } from '#testing/read-events.ts';
import { rssOf } from '#testing/servers/feed-documents.ts';
import { type FeedServer, startFeedServer } from '#testing/servers/feed-server.ts';
import { createDesk } from './desk.server.ts';
import { newsJobOf, startNewsSchedule } from './schedule.server.ts';

let feeds: FeedServer;
let app: TestApp;
const log = pino({ level: 'silent' });

beforeAll(async () => {
  feeds = await startFeedServer();
  feeds.put(
    '/timed',
    rssOf('Timed', [
      { id: 't-1', title: 'A timed story for the desk', link: 'https://t.example/1' },
    ]),
  );
  app = await buildApp({
    settings: {
      NEWS_FEED_URLS: `${feeds.url}/timed`,
      FETCH_ALLOW_HOSTS: feeds.hostPort,
      NEWS_FETCH_CRON: '* * * * * *',
    },
  });
});
afterAll(async () => {
  await app.close();
  await feeds.close();
});

const partsOf = () => ({
  settings: app.settings,
  connection: app.connection,
  content: app.content,
  log,
});

it('A5.12 fetches once when several nodes start at the same time', async () => {
  const job = { ...newsJobOf(partsOf()), pattern: '0 3 * * *' };
  await runIfDue(partsOf(), job);
  await app.connection.pool.query(`update timed_jobs set next_at = now() - interval '1 second'`);
  await Promise.all([1, 2, 3].map(() => runIfDue(partsOf(), job)));
  await runIfDue(partsOf(), job);
  expect(feeds.asked).toEqual(['/timed']);
  expect((await app.asEditor('GET', '/api/news?include_all_statuses=true')).body).toHaveLength(1);
});

it('A5.12 fetches by itself at the times of NEWS_FETCH_CRON, and stops', async () => {
  const before = feeds.asked.length;
  const schedule = startNewsSchedule(partsOf());
  await expect.poll(() => feeds.asked.length, { timeout: 8000 }).toBeGreaterThan(before);
  schedule.stop();
  // Fetches in flight end first, so that the database can close.
  await expect
    .poll(async () => (await createDesk(partsOf()).jobs.running('fetch')).length, {
      timeout: 15_000,
    })
    .toBe(0);
});

it('A5.12 starts nothing without the setting, and refuses a pattern that is none', () => {
  const settings = readSettings({ NODE_ENV: 'test', NEWS_FEED_URLS: 'https://a.example/' });
  expect(() => startNewsSchedule({ ...partsOf(), settings }).stop()).not.toThrow();
  const wrong = { ...settings, NEWS_FETCH_CRON: 'every day' };
  expect(() => startNewsSchedule({ ...partsOf(), settings: wrong })).toThrow(/NEWS_FETCH_CRON/);
});

it('A5.12 tells which feed is read and how many articles are saved, while it runs', async () => {
  feeds.put(
    '/timed',
    rssOf('Timed', [
      { id: 't-9', title: 'Quite another story for progress', link: 'https://t.example/9' },
    ]),
  );
  const stream = app.api.request('/api/news/fetch-rss/progress?wait=1', {
    headers: { cookie: app.cookie },
  });
  const [events, response] = await Promise.all([
    Promise.resolve(stream).then((response) => readEvents(response)),
    app.asEditor('POST', '/api/news/fetch-rss'),
  ]);
  expect(response.body).toEqual({ saved: 1, errors: [] });
  const steps = events.filter(({ event }) => event === 'step').map(({ data }) => data);
  expect(steps[0]).toMatchObject({ step: 'feed', feed: 0, feeds: 1, saved: 0 });
  expect(steps.at(-2)).toMatchObject({ step: 'feed', feed: 1, feeds: 1, saved: 1, errors: 0 });
  expect(events.at(-1)).toMatchObject({ event: 'end', data: { state: 'done' } });
});

it('A5.12 calls a timed fetch failed when no feed could be read at all', async () => {
  feeds.put('/timed', 'no feed at all');
  const job = newsJobOf(partsOf());
  await expect(job.run()).rejects.toThrow(/timed/);
});
