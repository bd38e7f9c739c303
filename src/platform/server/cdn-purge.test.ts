import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { emitChange, MISSED } from '#platform/changes.server.ts';
import { saveBackup } from '#platform/db/backup.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { cloneDatabase } from '#testing/build-app.ts';
import { adaptersOf, createCdnPurge, startPurging } from './cdn-purge.server.ts';

const posts: string[][] = [];
const lines: { level: number; msg: string }[] = [];
let status = 200;
let cdn: Server;
let url: string;
let folder: string;

beforeAll(async () => {
  cdn = createServer(async (req, res) => {
    posts.push(JSON.parse(await text(req)).keys);
    res.writeHead(status).end();
  });
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve));
  const bound = cdn.address();
  url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}/purge`;
  folder = await mkdtemp(join(tmpdir(), 'purge-'));
});
afterAll(async () => {
  cdn.closeAllConnections();
  cdn.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  status = 200;
  posts.length = 0;
  lines.length = 0;
});

const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });

const open = (pausesMs = [1000], patienceMs?: number) => {
  const [toRequests = () => []] = adaptersOf(readSettings({ CDN_PURGE_URL: url }));
  return createCdnPurge(toRequests, { log, pausesMs, patienceMs });
};

it('tells a CDN once what changed', async () => {
  const purge = open();
  expect(await purge(['faq', 'faq', 'faq/1'])).toBe(true);
  expect(await purge([])).toBe(true);
  expect([posts, lines]).toEqual([[['faq', 'faq/1']], []]);
});

it('PROMISE 5 tells it again when it failed, together with what changed meanwhile', async () => {
  const purge = open([300, 300, 300, 300]);
  status = 500;
  const first = purge(['news/1']);
  await expect.poll(() => lines.length).toBe(1);
  status = 200;
  expect(await Promise.all([first, purge(['news/2'])])).toEqual([true, true]);
  expect(posts.at(-1)).toEqual(['news/1', 'news/2']);
  expect(lines.every(({ level }) => level === 40)).toBe(true);
});

it('PROMISE 5 tells it with the next change when it could not be told', async () => {
  const purge = open([1, 2]);
  status = 500;
  expect(await purge(['news'])).toBe(false);
  expect(posts).toEqual([['news'], ['news'], ['news']]);
  expect(lines.at(-1)).toMatchObject({ level: 50, msg: 'the CDN was not told of a change' });
  status = 200;
  expect(await purge(['faq'])).toBe(true);
  expect(await purge(['faq'])).toBe(true);
  expect(posts.slice(3)).toEqual([['news', 'faq'], ['faq']]);
});

it('PROMISE 5 a node tells it until it hears, however long it was away', async () => {
  const purge = open([1], 2);
  status = 500;
  const told = purge(['news']);
  await expect.poll(() => posts.length).toBeGreaterThan(5);
  status = 200;
  expect(await told).toBe(true);
  expect(posts.at(-1)).toEqual(['news']);
});

it('more keys than it can take are everything', async () => {
  expect(await open()(Array.from({ length: 1001 }, (_, n) => `news/${n}`))).toBe(true);
  expect(posts).toEqual([['*']]);
});

it('one that is down holds up no other', async () => {
  const settings = readSettings({ CDN_PURGE_URL: `http://127.0.0.1:1/purge,${url}` });
  const purging = startPurging(settings, log);
  void purging.tell(['news/1'], false);
  void purging.tell(['news/2'], false);
  await expect.poll(() => posts, { timeout: 900 }).toEqual([['news/1', 'news/2']]);
  purging.stop();
});

it('PROMISE 5 a node tells of every change that it hears of, half a second later and together', async () => {
  const purging = startPurging(readSettings({ CDN_PURGE_URL: url }), log);
  emitChange(['news', 'news/1']);
  emitChange(['faq', 'faq/2'], true);
  const since = performance.now();
  await expect.poll(() => posts, { interval: 5 }).toEqual([['news', 'news/1', 'faq', 'faq/2']]);
  expect(performance.now() - since).toBeGreaterThan(400);
  emitChange(MISSED);
  await expect.poll(() => posts.slice(1)).toEqual([['*']]);
  purging.stop();
});

const run = async (program: string, args: string[], databaseUrl: string) => {
  const file = fileURLToPath(new URL(`../../${program}`, import.meta.url));
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, CDN_PURGE_URL: url };
  const child = spawn(process.execPath, [file, ...args], { env, timeout: 60_000 });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await closed, output, errors };
};

it('PROMISE 5 a restore and an import from the command line tell it too', async () => {
  const database = await cloneDatabase('starter');
  try {
    const backup = join(folder, 'backup.gz');
    await saveBackup(database.url, backup);
    const content = join(folder, 'content');
    await cp(
      fileURLToPath(new URL('../../../starter/vendors', import.meta.url)),
      join(content, 'vendors'),
      {
        recursive: true,
      },
    );
    const file = join(content, 'vendors/addepar.md');
    const source = await readFile(file, 'utf8');
    await writeFile(file, source.replace(/^name: .*$/m, 'name: Addepar, renamed'));
    const imported = await run('app/content.cli.server.ts', ['import', content], database.url);
    expect([imported.code, imported.errors]).toEqual([0, '']);
    expect(posts).toEqual([expect.arrayContaining(['vendors/addepar'])]);
    posts.length = 0;
    const restored = await run(
      'platform/db/backup.cli.server.ts',
      ['restore', backup],
      database.url,
    );
    expect([restored.code, restored.errors]).toEqual([0, '']);
    expect(posts).toEqual([['*']]);
  } finally {
    await database.drop();
  }
});
