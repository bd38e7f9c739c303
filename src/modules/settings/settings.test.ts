import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendLetter } from '#modules/mail/mailer.server.ts';
import { restoreBackup, saveBackup } from '#platform/db/backup.server.ts';
import { checkBackup } from '#platform/db/backup-file.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { serve } from '#testing/serve.ts';
import { startAiServer } from '#testing/servers/ai-server.ts';
import { rssOf } from '#testing/servers/feed-documents.ts';
import { type FeedServer, startFeedServer } from '#testing/servers/feed-server.ts';
import { startMailServer } from '#testing/servers/mail-server.ts';
import { refreshSettings } from './live-settings.server.ts';
import { readSettingsOf } from './settings.server.ts';

const KEY = 'a key of this installation';
const SECRET = 'sk-never-to-be-seen-again';

let app: TestApp;
let feeds: FeedServer;
let ai: Awaited<ReturnType<typeof startAiServer>>;
let mail: Awaited<ReturnType<typeof startMailServer>>;

beforeAll(async () => {
  [feeds, ai, mail] = await Promise.all([startFeedServer(), startAiServer(), startMailServer()]);
  app = await buildApp({
    settings: {
      SECRETS_KEY: KEY,
      FETCH_ALLOW_HOSTS: [feeds.hostPort, new URL(ai.baseUrl).host, new URL(mail.url).host].join(
        ',',
      ),
    },
  });
});
afterAll(async () => {
  await app.close();
  await Promise.all([feeds.close(), ai.close(), mail.close()]);
});

const read = async () => (await app.asEditor('GET', '/api/settings')).body;
const put = (body: unknown, headers: Record<string, string> = {}) =>
  app.asEditor('PUT', '/api/settings', body, headers);
describe('who may', () => {
  it('401 for a stranger, 403 for all but owners', async () => {
    const cookie = await app.signIn('pia@example.com', 'publisher');
    const calls = [
      ['GET', '/api/settings', undefined],
      ['PUT', '/api/settings', {}],
      ['POST', '/api/settings/feeds/try', { url: 'https://a.example/' }],
      ['POST', '/api/settings/ai/try', undefined],
      ['POST', '/api/settings/mail/try', undefined],
    ] as const;
    for (const [method, path, body] of calls) {
      expect((await app.call(method, path, body)).status).toBe(401);
      expect((await app.call(method, path, body, { cookie })).status).toBe(403);
    }
  });
});

describe('values', () => {
  it('begins with the defaults, and keeps what is not named in a change', async () => {
    expect(await read()).toMatchObject({
      version: 1,
      fixed: [],
      keepsSecrets: true,
      siteName: 'Family Office Software',
      publisher: null,
      aiKey: { isSet: false },
      feeds: [],
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
    expect(await text('/changes.xml')).toContain('Second Name: changes');
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
      aiUrl: 'https://name:word@ai.example/v1',
      mailServer: 'smtp://name:word@mail.example.com',
      mailFrom: 'Desk',
      feeds: [{ url: 'file:///etc/passwd' }],
      other: 1,
    });
    expect(status).toBe(400);
    expect(body.fields).toEqual({
      siteName: 'Site name must be at most 80 characters',
      publisher: 'Give one line of text',
      contactEmail: 'Give an email address, such as desk@example.com',
      aiUrl: 'Give an address that begins with https://, without a user name or password',
      mailServer:
        'Give an address such as smtp://mail.example.com:587, without a user name or password',
      mailFrom: 'Give an address such as Desk <desk@example.com>',
      feeds: 'Give an address that begins with https://, without a user name or password in row 1',
      other: 'Unknown field',
    });
    expect((await put({ aiUrl: 'https://ai.example/v1', aiModel: '' })).body.fields).toEqual({
      aiModel: 'Name the model, too',
    });
    for (const aiUrl of ['http://ai.example/v1', 'http://localhost.example/v1', 'http://10.0.0.1/'])
      expect((await put({ aiUrl, aiModel: 'm' })).body.fields).toEqual({
        aiUrl:
          'Give an address that begins with https://: over http:// the key and the texts could be read on their way',
      });
    const twice = [{ url: 'https://a.example/' }, { url: 'https://a.example/' }];
    expect((await put({ feeds: twice })).body.fields).toEqual({
      feeds: 'An address is named twice',
    });
    expect((await read()).version).toBe(version);
  });
});

describe('secrets', () => {
  it('are encrypted in the table, and in no answer, activity, log or backup; after a restore they are typed again', async () => {
    const site = await serve({ settings: { SECRETS_KEY: KEY } });
    const folder = await mkdtemp(join(tmpdir(), 'settings-'));
    try {
      const asked = {
        aiUrl: 'https://ai.example/v1',
        aiModel: 'test-model',
        aiKey: SECRET,
        picturesKey: SECRET,
      };
      const saved = JSON.parse((await site.edit('PUT', '/api/settings', asked)).text);
      expect(saved.aiKey).toEqual({ isSet: true });
      expect(saved.picturesKey).toEqual({ isSet: true });
      const { rows } = await site.connection.pool.query('select sealed_secrets from settings');
      const { aiKey: sealed } = rows[0].sealed_secrets;
      expect(sealed).toMatch(/^[\w-]{60,}$/);
      const [whole, activity] = await Promise.all(
        ['/api/settings', '/api/activity?limit=1'].map((path) =>
          site.get(path, { cookie: site.cookie }),
        ),
      );
      expect(JSON.parse(activity?.text ?? '')[0]).toMatchObject({
        action: 'setting changed',
        details: { fields: ['aiUrl', 'aiModel', 'aiKey', 'picturesKey'] },
      });
      const file = join(folder, 'backup.gz');
      await saveBackup(site.databaseUrl, file);
      const backup = gunzipSync(await readFile(file)).toString();
      expect(backup).toContain('test-model');
      expect(backup).not.toContain(sealed);
      const seen = [saved, rows, whole?.text, activity?.text, site.lines, backup];
      expect(JSON.stringify(seen)).not.toContain(SECRET);

      await restoreBackup(site.databaseUrl, await checkBackup(file));
      const restored = await site.connection.pool.query('select * from settings');
      expect(restored.rows[0]).toMatchObject({
        values: { aiModel: 'test-model' },
        sealed_secrets: null,
      });
    } finally {
      await site.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('stay when a change does not name them, and go when it names them empty', async () => {
    await put({ picturesKey: SECRET });
    await put({ publisher: 'Another' });
    expect((await read()).picturesKey).toEqual({ isSet: true });
    expect(app.settings.UNSPLASH_ACCESS_KEY).toBe(SECRET);
    await put({ picturesKey: '' });
    expect((await read()).picturesKey).toEqual({ isSet: false });
    expect(app.settings.UNSPLASH_ACCESS_KEY).toBe(undefined);
  });

  it('are never sent to another address than the one that they were given for', async () => {
    await put({ aiUrl: 'https://ai.example/v1', aiModel: 'm', aiKey: SECRET });
    const moved = await put({ aiUrl: 'https://elsewhere.example/v1' });
    expect(moved.status).toBe(400);
    expect(moved.body.fields).toEqual({
      aiKey: 'This was given for another address: type it again, or take it away',
    });
    const typed = await put({ aiUrl: 'https://elsewhere.example/v1', aiKey: 'another' });
    expect(typed.status).toBe(200);
    await put({ aiUrl: '', aiModel: '', aiKey: '' });
  });

  it('of a lost key have to be typed again, and nothing else', async () => {
    await put({ picturesKey: SECRET, publisher: 'Still here' });
    const settings = readSettings({ NODE_ENV: 'test', SECRETS_KEY: 'quite another key of it' });
    const { connection } = app;
    await refreshSettings({ settings, connection });
    expect(settings.UNSPLASH_ACCESS_KEY).toBe(undefined);
    expect(settings.SITE_PUBLISHER).toBe('Still here');
    expect(await readSettingsOf({ settings, connection })).toMatchObject({
      publisher: 'Still here',
      picturesKey: { isSet: false, isLost: true },
    });
  });

  it('are refused where the installation has no key, which says who can make one', async () => {
    const bare = await buildApp();
    const { status, body } = await bare.asEditor('PUT', '/api/settings', { picturesKey: SECRET });
    expect(status).toBe(400);
    expect(body.fields.picturesKey).toMatch(/Whoever runs the server sets SECRETS_KEY first/);
    expect((await bare.asEditor('GET', '/api/settings')).body.keepsSecrets).toBe(false);
    await bare.close();
  });
});

describe('the environment', () => {
  it('wins, is shown as such without its secrets, and cannot be changed', async () => {
    const given = await buildApp({
      settings: {
        SITE_NAME: 'Given Name',
        AI_BASE_URL: 'https://ai.example/v1',
        AI_MODEL: 'given-model',
        AI_API_KEY: SECRET,
        SMTP_URL: `smtp://desk:${SECRET}@mail.example.com:587`,
        MAIL_FROM: 'desk@example.com',
        NEWS_FEED_URLS: 'https://given.example/rss',
        SECRETS_KEY: KEY,
      },
    });
    const { body } = await given.asEditor('GET', '/api/settings');
    expect(body).toMatchObject({
      fixed: [
        'siteName',
        'aiUrl',
        'aiModel',
        'mailServer',
        'mailUser',
        'mailFrom',
        'aiKey',
        'mailPassword',
      ],
      siteName: 'Given Name',
      aiKey: { isSet: true },
      mailServer: 'smtp://mail.example.com:587',
      mailUser: 'desk',
      mailPassword: { isSet: true },
      feeds: [{ url: 'https://given.example/rss', isFixed: true, isPaused: false }],
    });
    expect(JSON.stringify(body)).not.toContain(SECRET);
    const refused = await given.asEditor('PUT', '/api/settings', {
      siteName: 'Other',
      aiKey: 'other',
    });
    expect(refused.body.fields).toEqual({
      siteName: 'This is set by the environment of the server, which wins',
      aiKey: 'This is set by the environment of the server, which wins',
    });
    const fine = { publisher: 'Of the panel', siteName: 'Given Name' };
    expect((await given.asEditor('PUT', '/api/settings', fine)).body).toMatchObject({
      publisher: 'Of the panel',
      siteName: 'Given Name',
    });
    expect(given.settings.SITE_NAME).toBe('Given Name');
    await given.close();
  });

  it('never has its key sent to an address of the panel', async () => {
    const given = await buildApp({ settings: { AI_API_KEY: SECRET } });
    await given.asEditor('PUT', '/api/settings', { aiUrl: 'https://ai.example', aiModel: 'm' });
    expect(given.settings.AI_BASE_URL).toBe('https://ai.example');
    expect(given.settings.AI_API_KEY).toBe(undefined);
    await given.close();
  });
});

describe('trying', () => {
  const attempt = async (what: string, body?: unknown) =>
    (await app.asEditor('POST', `/api/settings/${what}/try`, body)).body;

  it('a feed says what it holds and what was left out, or why it cannot be read; nothing is kept', async () => {
    const items = Array.from({ length: 203 }, (_, n) => ({
      id: `id-${n}`,
      title: `Story number ${n} of many`,
      link: `https://wire.example/${n}`,
    }));
    feeds.put('/long', rssOf('The Wire', items));
    expect(await attempt('feeds', { url: `${feeds.url}/long` })).toEqual({
      isFine: true,
      message: 'The Wire: 200 items; 3 further items were left out.',
    });
    expect(await attempt('feeds', { url: `${feeds.url}/broken` })).toEqual({
      isFine: false,
      message: 'The feed answered 500.',
    });
    for (const url of ['http://127.0.0.1:1/rss', 'http://169.254.169.254/', `${feeds.url}/inner`]) {
      expect(await attempt('feeds', { url })).toEqual({
        isFine: false,
        message: 'Only public addresses are fetched.',
      });
    }
    const wrong = await app.asEditor('POST', '/api/settings/feeds/try', { url: 'nothing' });
    expect(wrong.body.fields.url).toMatch(/^Give an address/);
    expect((await app.asEditor('GET', '/api/news?include_all_statuses=true')).body).toEqual([]);
  });

  it('the AI service answers with its own key and model, or says in words why not', async () => {
    expect(await attempt('ai')).toEqual({
      isFine: false,
      message:
        'No AI service is set up. An owner of this site can set one up in the panel, under Settings.',
    });
    await put({ aiUrl: ai.baseUrl, aiModel: 'tried-model', aiKey: SECRET });
    ai.next({ kind: 'object', value: { word: 'yes' } });
    const { isFine, message } = await attempt('ai');
    expect([isFine, message]).toEqual([
      true,
      expect.stringMatching(/^tried-model answered within \d+\.\d s\.$/),
    ]);
    expect(ai.requests.at(-1)?.authorization).toBe(`Bearer ${SECRET}`);
    ai.next({ kind: 'status', status: 401 });
    expect(await attempt('ai')).toEqual({
      isFine: false,
      message: 'The AI service refused the key (see Settings)',
    });
    await put({ aiUrl: 'http://127.0.0.1:1/v1', aiKey: '' });
    expect((await attempt('ai')).message).toContain('Only public addresses are fetched');
  });

  it('mail sends one letter to whoever asks, or says in words why not', async () => {
    expect(await attempt('mail')).toEqual({ isFine: false, message: 'No mail server is set up.' });
    const server = `smtp://${new URL(mail.url).host}`;
    await put({ mailServer: server, mailFrom: 'Desk <desk@example.com>' });
    expect(await attempt('mail')).toEqual({
      isFine: true,
      message: 'The mail server took a letter to editor@example.com.',
    });
    expect(mail.last()?.to).toEqual(['editor@example.com']);
    await put({ mailUser: 'desk', mailPassword: SECRET });
    expect(await attempt('mail')).toEqual({
      isFine: false,
      message: expect.stringMatching(/^(No safe connection|The mail server)/),
    });
    await put({ mailServer: 'smtp://127.0.0.1:1', mailUser: '', mailPassword: '' });
    expect(await attempt('mail')).toEqual({
      isFine: false,
      message: 'The mail server is not at a public address.',
    });
    expect(mail.letters).toHaveLength(1);
  });

  it('mail signs in with any password, whatever signs it has', async () => {
    const account = { user: 'desk+mail@example.com', password: '50%off@x:/é' };
    const safe = await startMailServer(account);
    const { host } = new URL(safe.url);
    await put({ mailServer: `smtp://${host}`, mailUser: account.user, mailPassword: '' });
    await put({ mailPassword: account.password, mailFrom: 'desk@example.com' });
    const url = new URL(app.settings.SMTP_URL ?? '');
    expect(url.searchParams.get('requireTLS')).toBe('true');
    // The certificate of a test is signed by no authority.
    url.searchParams.set('tls.rejectUnauthorized', 'false');
    const settings = { ...app.settings, SMTP_URL: url.href, FETCH_ALLOW_HOSTS: [host] };
    await sendLetter(settings, { to: 'reader@example.com', subject: 'Hello', blocks: ['Words'] });
    expect(safe.letters).toHaveLength(1);
    await safe.close();
    await put({ mailServer: '', mailUser: '', mailPassword: '', mailFrom: '' });
  });

  it('ends after thirty tries in ten minutes', async () => {
    const cookie = await app.signIn('busy@example.com');
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) {
      const { status } = await app.call('POST', '/api/settings/mail/try', undefined, { cookie });
      statuses.push(status);
    }
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200));
    expect(statuses[30]).toBe(429);
  });
});
