import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '#platform/env.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { rssOf } from '#testing/servers/feed-documents.ts';
import { type FeedServer, startFeedServer } from '#testing/servers/feed-server.ts';
import { startLoopback } from '#testing/servers/loopback.ts';
import { takeOverSettings } from './take-over.server.ts';

const SECRET = 'sk-never-to-be-seen-again';

let app: TestApp;
let feeds: FeedServer;

beforeAll(async () => {
  feeds = await startFeedServer();
  app = await buildApp({ settings: { FETCH_ALLOW_HOSTS: feeds.hostPort } });
});
afterAll(async () => {
  await app.close();
  await feeds.close();
});

const read = async () => (await app.asEditor('GET', '/api/settings')).body;
const put = (body: unknown, headers: Record<string, string> = {}) =>
  app.asEditor('PUT', '/api/settings', body, headers);
describe('values', () => {
  it('begins with the defaults, and keeps what is not named in a change', async () => {
    expect(await read()).toMatchObject({
      version: 1,
      siteName: 'Family Office Software',
      publisher: null,
      feeds: [],
      integrations: { ai: null, pictures: false, mail: null },
    });
    expect((await put({ publisher: 'Example Press' })).status).toBe(200);
    const { body } = await put({ siteName: 'The Ledger', contactEmail: 'desk@example.com' });
    expect(body).toMatchObject({
      version: 3,
      siteName: 'The Ledger',
      publisher: 'Example Press',
      contactEmail: 'desk@example.com',
    });
  });

  it('the name of the site stands in llms.txt, feeds, plain pages and the description of the API at once', async () => {
    await put({ siteName: 'Second Name' });
    const text = async (path: string) => (await app.api.request(path)).text();
    expect(await text('/llms.txt')).toMatch(/^# Second Name\n/);
    expect(await text('/feed.xml')).toContain('Second Name: news');
    expect(await text('/corrections/new')).toContain('Second Name');
    expect(JSON.parse(await text('/api/openapi.json')).info.title).toBe('Second Name API');
    await put({ siteName: '' });
    expect(await text('/llms.txt')).toMatch(/^# Family Office Software\n/);
  });

  it('the activity names the feeds that came, went and were changed, without a key in their address', async () => {
    const urls = ['one', 'two', 'three'].map((name) => `https://feeds.example/${name}?key=sesame`);
    const [one, two, three] = urls.map((url) => ({ url }));
    const details = async (sent: unknown[]) => {
      expect((await put({ feeds: sent })).status).toBe(200);
      const { body } = await app.asEditor('GET', '/api/activity?limit=1');
      return body[0].details;
    };
    expect(await details([one, two])).toEqual({
      fields: ['feeds'],
      added: ['feeds.example/one', 'feeds.example/two'],
    });
    expect(await details([{ ...two, isPaused: true }, three])).toEqual({
      fields: ['feeds'],
      added: ['feeds.example/three'],
      removed: ['feeds.example/one'],
      changed: ['feeds.example/two'],
    });
    await put({ feeds: [] });
  });

  it('412 with what is there now for a version that is no longer the last', async () => {
    const { version } = await read();
    const headers = { 'if-match': `"v${version}"` };
    expect((await put({ publisher: 'First' }, headers)).status).toBe(200);
    const late = await put({ publisher: 'Second' }, headers);
    expect(late.status).toBe(412);
    expect(late.body.current).toMatchObject({ publisher: 'First', version: version + 1 });
    expect((await read()).publisher).toBe('First');
  });

  it('400 names every wrong field, and stores nothing of the change', async () => {
    const { version } = await read();
    const { status, body } = await put({
      siteName: 'x'.repeat(81),
      publisher: 'two\nlines',
      contactEmail: 'nobody',
      aiKey: 'sk-1',
      feeds: [{ url: 'file:///etc/passwd' }],
      other: 1,
    });
    expect(status).toBe(400);
    expect(body.fields).toEqual({
      siteName: 'Site name must be at most 80 characters',
      publisher: 'Give one line of text',
      contactEmail: 'Give an email address, such as desk@example.com',
      aiKey: 'Unknown field',
      feeds: 'Give an address that begins with https://, without a user name or password in row 1',
      other: 'Unknown field',
    });
    const twice = [{ url: 'https://a.example/' }, { url: 'https://a.example/' }];
    expect((await put({ feeds: twice })).body.fields).toEqual({
      feeds: 'An address is named twice',
    });
    expect((await read()).version).toBe(version);
  });
});

describe('the environment', () => {
  it('sets up the services, which owners see without a key or password, and cannot change', async () => {
    const given = await buildApp({
      settings: {
        SITE_NAME: 'Given Name',
        AI_BASE_URL: 'https://ai.example/v1',
        AI_MODEL: 'given-model',
        AI_API_KEY: SECRET,
        UNSPLASH_ACCESS_KEY: SECRET,
        SMTP_URL: `smtp://desk:${SECRET}@mail.example.com:587`,
        MAIL_FROM: 'desk@example.com',
      },
    });
    const { body } = await given.asEditor('GET', '/api/settings');
    expect(body).toMatchObject({
      siteName: 'Given Name',
      integrations: { ai: 'given-model', pictures: true, mail: 'desk@example.com' },
    });
    expect(JSON.stringify(body)).not.toContain(SECRET);
    const renamed = await given.asEditor('PUT', '/api/settings', { siteName: 'Of the panel' });
    expect(renamed.body.siteName).toBe('Of the panel');
    const back = await given.asEditor('PUT', '/api/settings', { siteName: null });
    expect(back.body.siteName).toBe('Given Name');
    await given.close();
  });

  it('is taken into the panel once, where earlier releases read it, and says so', async () => {
    const site = await buildApp();
    const kept = { feeds: [{ url: 'https://own.example/rss' }, { url: 'https://both.example/' }] };
    await site.asEditor('PUT', '/api/settings', { ...kept, publisher: 'Overruled' });
    const env = {
      SITE_PUBLISHER: 'Example Press',
      NEWS_FEED_URLS: 'https://given.example/rss, https://both.example/',
    };
    expect(await takeOverSettings(site.db, env)).toBe(
      'Took SITE_PUBLISHER, NEWS_FEED_URLS from the environment into the panel (Settings), where owners change it from now on; the environment is not read for it any more.',
    );
    const { body } = await site.asEditor('GET', '/api/settings');
    expect(body.publisher).toBe('Example Press');
    expect(body.feeds.map(({ url }: { url: string }) => url)).toEqual([
      'https://given.example/rss',
      'https://own.example/rss',
      'https://both.example/',
    ]);
    await site.asEditor('PUT', '/api/settings', { publisher: 'Of the panel', feeds: [] });
    expect(await takeOverSettings(site.db, env)).toBe(
      'The environment sets SITE_PUBLISHER, NEWS_FEED_URLS, which is not read: owners set it in the panel (Settings).',
    );
    expect((await site.asEditor('GET', '/api/settings')).body).toMatchObject({
      publisher: 'Of the panel',
      feeds: [],
    });
    expect(await takeOverSettings(site.db, {})).toBeUndefined();
    await site.close();
  });

  it('a call that reads the name of the site while it is mounted, and so keeps a copy, stops every test', () => {
    const { site } = readSettings({ SITE_NAME: 'The Ledger' });
    expect(() => site.whileMounting(() => site.siteName)).toThrow(/in the handler/);
    expect(site.siteName).toBe('The Ledger');
  });
});

describe('trying', () => {
  const attempt = async (body: unknown) =>
    (await app.asEditor('POST', '/api/settings/feeds/try', body)).body;

  it('a feed says what it holds and how much of it one fetch takes, or why it cannot be read; nothing is kept', async () => {
    const items = Array.from({ length: 203 }, (_, n) => ({
      id: `id-${n}`,
      title: `Story number ${n} of many`,
      link: `https://wire.example/${n}`,
    }));
    feeds.put('/long', rssOf('The Wire', items));
    expect(await attempt({ url: `${feeds.url}/long` })).toEqual({
      isFine: true,
      message: 'The Wire: 203 items; 200 come with each fetch.',
    });
    expect(await attempt({ url: `${feeds.url}/broken` })).toEqual({
      isFine: false,
      message: 'The feed answered 500.',
    });
    for (const url of ['http://127.0.0.1:1/rss', 'http://169.254.169.254/', `${feeds.url}/inner`]) {
      expect(await attempt({ url })).toEqual({
        isFine: false,
        message: 'Only public addresses are fetched.',
      });
    }
    const wrong = await app.asEditor('POST', '/api/settings/feeds/try', { url: 'nothing' });
    expect(wrong.body.fields.url).toMatch(/^Give an address/);
    expect((await app.asEditor('GET', '/api/news?include_all_statuses=true')).body).toEqual([]);
  });

  it('PROMISE 20 reads two feeds at once for a person, and none for a client that has gone', async () => {
    let asked = 0;
    let closed = 0;
    const silent = await startLoopback((request) => {
      asked += 1;
      request.once('close', () => {
        closed += 1;
      });
    });
    const given = await buildApp({ settings: { FETCH_ALLOW_HOSTS: silent.hostPort } });
    const client = new AbortController();
    const attemptSilent = () =>
      given.api.request('/api/settings/feeds/try', {
        method: 'POST',
        headers: { cookie: given.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ url: silent.url }),
        signal: client.signal,
      });
    const three = [attemptSilent(), attemptSilent(), attemptSilent()];
    await expect.poll(() => asked).toBe(2);
    client.abort();
    for (const { status } of await Promise.all(three)) expect(status).toBe(200);
    await expect.poll(() => closed).toBe(2);
    expect(asked).toBe(2);
    await given.close();
    await silent.close();
  });

  it('ends after thirty tries in ten minutes', async () => {
    const cookie = await app.signIn('busy@example.com');
    const body = { url: 'http://127.0.0.1:1/rss' };
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) {
      const { status } = await app.call('POST', '/api/settings/feeds/try', body, { cookie });
      statuses.push(status);
    }
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200));
    expect(statuses[30]).toBe(429);
  });
});
