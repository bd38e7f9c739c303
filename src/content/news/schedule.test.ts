import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '#platform/env.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { setFeeds } from '#testing/feeds.ts';
import { readEvents } from '#testing/read-events.ts';
import { rssOf } from '#testing/servers/feed-documents.ts';
import { type FeedServer, startFeedServer } from '#testing/servers/feed-server.ts';

let feeds: FeedServer;
let app: TestApp;

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
      FETCH_ALLOW_HOSTS: feeds.hostPort,
      NEWS_FETCH_CRON: '0 3 * * *',
    },
  });
  await setFeeds(app.db, [`${feeds.url}/timed`]);
});
afterAll(async () => {
  await app.close();
  await feeds.close();
});

const makeDue = () =>
  app.connection.pool.query(
    `update jobs set run_at = now() - interval '1 second' where done_at is null`,
  );

it('A5.12 fetches once, by itself, at the times of NEWS_FETCH_CRON, when several processes are at it', async () => {
  await app.runJobs();
  expect(feeds.asked).toEqual([]);
  const next = async () =>
    (await app.asEditor('GET', '/api/jobs')).body.find(
      ({ name }: { name: string }) => name === 'news-feeds',
    );
  const planned = await next();
  expect([new Date(planned.nextAt).getHours(), planned.succeededAt]).toEqual([3, null]);
  await makeDue();
  await Promise.all([1, 2, 3].map(() => app.runJobs()));
  expect(feeds.asked).toEqual(['/timed']);
  expect((await app.asEditor('GET', '/api/news?include_all_statuses=true')).body).toHaveLength(1);
  expect(await next()).toMatchObject({
    nextAt: planned.nextAt,
    succeededAt: expect.any(String),
    failures: 0,
  });
});

it('A5.12 fetches nothing by itself without the setting, and refuses a pattern that is none', async () => {
  await app.runJobs(undefined, { NEWS_FETCH_CRON: undefined });
  const { rows } = await app.connection.pool.query(
    `select 1 from jobs where name = 'news-feeds' and done_at is null`,
  );
  expect(rows).toEqual([]);
  expect(() => readSettings({ NEWS_FETCH_CRON: 'every day' })).toThrow(
    'Wrong setting: NEWS_FETCH_CRON is not a cron expression',
  );
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

it('A5.12 tries a timed fetch again when no feed could be read at all, and says why', async () => {
  feeds.put('/timed', 'no feed at all');
  await app.runJobs();
  await makeDue();
  await app.runJobs();
  const read = async () =>
    (
      await app.connection.pool.query(
        `select attempts, error, extract(epoch from run_at - now())::int as wait
         from jobs where name = 'news-feeds' and done_at is null`,
      )
    ).rows[0];
  const first = await read();
  expect(first).toMatchObject({ attempts: 1, error: expect.stringMatching(/timed/) });
  expect(first.wait).toBeGreaterThan(50);
});
