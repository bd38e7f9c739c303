import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBackup } from '#platform/db/backup-file.server.ts';
import { restoreBackup, saveBackup } from '#platform/db/backup.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { type AiReply, startAiServer } from '#testing/servers/ai-server.ts';
import { rssOf } from '#testing/servers/feed-documents.ts';
import { type FeedServer, startFeedServer } from '#testing/servers/feed-server.ts';
import { startMailServer } from '#testing/servers/mail-server.ts';
import { refreshSettings } from './live-settings.server.ts';

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
      FETCH_ALLOW_HOSTS: [feeds.hostPort, new URL(ai.baseUrl).host, new URL(mail.url).host].join(','),
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
const tables = async () => {
  const { rows } = await app.connection.pool.query('select * from settings');
  return JSON.stringify(rows);
};

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
      feeds:
        'Give an address that begins with https://, without a user name or password in row 1',
      other: 'Unknown field',
    });
    expect((await put({ aiUrl: 'https://ai.example/v1', aiModel: '' })).body.fields).toEqual({
      aiModel: 'Name the model, too',
    });
    const twice = [{ url: 'https://a.example/' }, { url: 'https://a.example/' }];
    expect((await put({ feeds: twice })).body.fields).toEqual({ feeds: 'An address is named twice' });
    expect((await read()).version).toBe(version);
  });
});

describe('secrets', () => {
  it('are encrypted in the table, and in no answer, activity, log or backup', async () => {
    const lines: string[] = [];
    const write: Writable['_write'] = (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    };
    app.connection.pool.on('error', (error) => lines.push(String(error)));
    pino(new Writable({ write })).info('begun');
    const asked = { aiUrl: ai.baseUrl, aiModel: 'test-model', aiKey: SECRET, picturesKey: SECRET };
    const { body } = await put(asked);
    expect(body.aiKey).toEqual({ isSet: true });
    expect(body.picturesKey).toEqual({ isSet: true });
    expect(app.settings.AI_API_KEY).toBe(SECRET);
    const stored = await tables();
    expect(stored).toContain('sealed_secrets');
    expect(stored).not.toContain(SECRET);
    const { body: activity } = await app.asEditor('GET', '/api/activity?limit=1');
    expect(activity[0]).toMatchObject({
      action: 'setting changed',
      details: { fields: ['aiUrl', 'aiModel', 'aiKey', 'picturesKey'] },
    });
    expect(JSON.stringify([body, await read(), activity])).not.toContain(SECRET);
    const folder = await mkdtemp(join(tmpdir(), 'settings-'));
    const file = join(folder, 'backup.gz');
    await saveBackup(app.databaseUrl, file);
    const backup = gunzipSync(await readFile(file)).toString();
    expect(backup).toContain('test-model');
    expect(backup).not.toContain(SECRET);
    expect(backup).not.toContain(JSON.parse(stored)[0].sealed_secrets.aiKey);
    await restoreBackup(app.databaseUrl, await checkBackup(file));
    await refreshSettings(app);
    expect(await read()).toMatchObject({ aiModel: 'test-model', aiKey: { isSet: false } });
    expect(app.settings.AI_API_KEY).toBe(undefined);
    await rm(folder, { recursive: true });
  });

  it('stay when a change does not name them, and go when it names them empty', async () => {
    await app.signIn('editor@example.com');
    await put({ picturesKey: SECRET });
    await put({ publisher: 'Another' });
    expect((await read()).picturesKey).toEqual({ isSet: true });
    await put({ picturesKey: '' });
    expect((await read()).picturesKey).toEqual({ isSet: false });
  });
});
