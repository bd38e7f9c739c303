import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { readEvents } from '#testing/read-events.ts';
import { rssOf } from '#testing/servers/feed-documents.ts';
import { type FeedServer, startFeedServer } from '#testing/servers/feed-server.ts';

const PATH = '/api/news/fetch-rss';

let feeds: FeedServer;
let app: TestApp;
beforeAll(async () => {
  feeds = await startFeedServer();
});
afterAll(() => feeds.close());
afterEach(() => app.close());

const storiesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `${name}-${n}`,
    title: `${name} ${n} ${crypto.randomUUID()}`,
    link: `https://${name}.example/${n}`,
  }));

const openWith = async (paths: string[]) => {
  app = await buildApp({ settings: { FETCH_ALLOW_HOSTS: feeds.hostPort } });
  const { status } = await app.asEditor('PUT', '/api/settings', {
    feeds: paths.map((path) => ({ url: `${feeds.url}${path}` })),
  });
  expect(status).toBe(200);
};

it('a second fetch joins the one that runs: each feed is asked once, and both have the same result and events', async () => {
  feeds.put('/slow', rssOf('Slow', storiesOf('slow', 3)));
  await openWith(['/slow']);
  const letGo = feeds.hold('/slow');
  const asked = feeds.asked.length;
  const first = app.asEditor('POST', PATH);
  await expect.poll(() => feeds.asked.length).toBe(asked + 1);
  const second = app.asEditor('POST', PATH);
  const events = Promise.resolve(
    app.api.request(`${PATH}/progress`, { headers: { cookie: app.cookie } }),
  ).then((response) => readEvents(response));
  await expect
    .poll(async () => (await app.asEditor('GET', PATH)).body?.steps.length)
    .toBeGreaterThan(0);
  letGo();
  expect((await first).body).toEqual({ saved: 3, errors: [] });
  expect((await second).body).toEqual({ saved: 3, errors: [] });
  expect((await events).at(-1)).toMatchObject({ event: 'end', data: { state: 'done' } });
  expect(feeds.asked.length).toBe(asked + 1);
  expect((await app.asEditor('GET', `${PATH}/last`)).body).toMatchObject({ saved: 3 });
});

it('drafts carry the category and language of their feed, a paused feed is not asked, and each tells its last result', async () => {
  feeds.put('/de', rssOf('Zeitung', storiesOf('de', 203)));
  feeds.put('/rest', rssOf('Rest', storiesOf('rest', 1)));
  await openWith([]);
  await app.asEditor('PUT', '/api/settings', {
    feeds: [
      { url: `${feeds.url}/de?key=sesame`, category: 'Markets', language: 'de' },
      { url: `${feeds.url}/rest`, isPaused: true },
      { url: `${feeds.url}/broken` },
    ],
  });
  const { body } = await app.asEditor('POST', PATH);
  expect(body).toEqual({
    saved: 200,
    errors: expect.arrayContaining([
      expect.stringContaining(`${feeds.hostPort}/de: 3 more come with the next fetch: `),
      `${feeds.hostPort}/broken: The feed answered 500`,
    ]),
  });
  expect(feeds.asked).not.toContain('/rest');
  const { body: list } = await app.asEditor('GET', '/api/news?include_all_statuses=true&limit=1');
  expect(list[0]).toMatchObject({ category: 'Markets', originalLanguage: 'de', status: 'draft' });
  const { body: settings } = await app.asEditor('GET', '/api/settings');
  expect(settings.feeds.map(({ last }: { last: unknown }) => last)).toEqual([
    { at: expect.any(String), found: 203, saved: 200, cut: 3, problem: null },
    null,
    { at: expect.any(String), found: 0, saved: 0, cut: 0, problem: 'The feed answered 500' },
  ]);
  const { body: activity } = await app.asEditor('GET', '/api/activity?limit=20');
  expect(JSON.stringify(activity)).not.toContain('sesame');
});

it('without a feed that is read, a fetch says who can add one', async () => {
  await openWith([]);
  const { status, body } = await app.asEditor('POST', PATH);
  expect([status, body.message]).toEqual([
    503,
    'No news feeds are set up, or all of them pause. An owner of this site can add some in the panel, under Settings.',
  ]);
});
