import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { siteList } from '#app/sites.ts';
import { onChange } from '#platform/changes.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createIndexNow, createPathFinder } from './index-now.server.ts';

const KEY = 'a1b2c3d4e5f6';
const SITE_URL = 'https://guide.example';

interface Submission {
  host: string;
  key: string;
  keyLocation: string;
  urlList: string[];
}

const posts: Submission[] = [];
const lines: { level: number; msg: string }[] = [];
let status = 200;
let engine: Server;
let url: string;
let app: TestApp;

beforeAll(async () => {
  engine = createServer(async (req, res) => {
    posts.push((await json(req)) as Submission);
    res.writeHead(status).end();
  });
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
  const bound = engine.address();
  url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}/indexnow`;
  app = await buildApp({ settings: { SITE_URL, INDEXNOW_KEY: KEY } });
});
afterAll(async () => {
  engine.closeAllConnections();
  engine.close();
  await app.close();
});

const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
const start = (findPaths: Parameters<typeof createIndexNow>[0]['findPaths']) =>
  createIndexNow({
    url,
    key: KEY,
    siteUrl: SITE_URL,
    log,
    findPaths,
    gatherMs: 100,
    pausesMs: [50, 50, 50],
  });

it('serves the file that proves the key', async () => {
  const response = await app.api.request(`/${KEY}.txt`);
  expect(await response.text()).toBe(KEY);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
});

it('submits the addresses of what changed in public, once, and of no draft', async () => {
  const indexNow = start(createPathFinder(app, siteList));
  const forget = onChange(indexNow.note);
  const add = async (name: string, body: object): Promise<number> =>
    (await app.asEditor('POST', `/api/${name}`, body)).body.id;
  const vendorId = await add('vendors', { name: 'Open', slug: 'open', isPublished: true });
  await app.asEditor('PUT', `/api/vendors/${vendorId}`, { name: 'Open again' });
  await add('vendors', { name: 'Secret', slug: 'secret', isPublished: false });
  const featureId = await add('features', { name: 'Ledger', slug: 'ledger', isPublished: true });
  const told = () => posts.flatMap(({ urlList }) => urlList);
  // An address that the first submission came too early for is in the next.
  await expect
    .poll(told, { timeout: 20_000 })
    .toEqual(expect.arrayContaining([`${SITE_URL}/vendors/open`, `${SITE_URL}/features/ledger`]));
  await add('coverage', {
    vendorId,
    featureId,
    level: 'partial',
    finding: 'It says so.',
    url: 'https://example.com/page',
    publisher: 'press',
    checkedOn: '2026-11-15',
    checkedBy: 'Research desk',
  });
  await app.asEditor('DELETE', `/api/vendors/${vendorId}`);
  await expect
    .poll(() => told().filter((one) => one.endsWith('/vendors/open')).length, { timeout: 20_000 })
    .toBeGreaterThan(1);
  forget();
  indexNow.stop();
  expect(posts[0]).toMatchObject({
    host: 'guide.example',
    key: KEY,
    keyLocation: `${SITE_URL}/${KEY}.txt`,
  });
  expect(new Set(told())).toEqual(
    new Set([`${SITE_URL}/vendors/open`, `${SITE_URL}/features/ledger`]),
  );
  expect(told().join()).not.toContain('secret');
});

it('tries again when it failed, in batches of at most 10,000, and says so in the log', async () => {
  posts.length = 0;
  lines.length = 0;
  status = 500;
  const paths = Array.from({ length: 10_001 }, (_, at) => `/news/n-${at}`);
  const indexNow = start(async () => paths);
  indexNow.note(['news'], true);
  await expect.poll(() => lines.filter(({ level }) => level === 40).length).toBe(1);
  status = 200;
  await expect.poll(() => lines.filter(({ level }) => level === 30).length).toBe(2);
  expect(posts.map(({ urlList }) => urlList.length).slice(-2)).toEqual([10_000, 1]);
  expect(lines[0]?.msg).toBe('IndexNow was not told of changes yet');
  indexNow.note(['*'], false);
  indexNow.stop();
});
