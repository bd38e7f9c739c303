import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '#platform/env.server.ts';
import { children, runNode, startServing } from '#testing/processes.ts';
import { ask, type Served, serve } from '#testing/serve.ts';
import { SERVER_ENV, SERVER_FLAGS } from '../../../scripts/lib/node-flags.mjs';
import { explainStart } from './explain.server.ts';
import { prepare } from './prepare.server.ts';

let site: Served;
beforeAll(async () => {
  site = await serve();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await site.close();
});

it('PROMISE 23 an edit on one node is on another: on its own page within a second, where it is mentioned within ten', async () => {
  const other = await startServing({ DATABASE_URL: site.databaseUrl });
  const { id } = JSON.parse((await site.get('/api/vendors/addepar')).text);
  await ask(other.port, '/page');
  expect((await ask(other.port, '/page')).headers['x-cache']).toBe('hit');
  const saved = await site.edit('PUT', `/api/vendors/${id}`, { description: 'From next door' });
  expect(saved.status).toBe(200);
  await expect
    .poll(async () => (await ask(other.port, '/page')).text, { timeout: 10_000 })
    .toContain('From next door');
  // Its own read within a second, and a withdrawn item is gone everywhere within one.
  await ask(other.port, '/api/vendors/addepar');
  const list = '/api/vendors?limit=3';
  const own = '/api/vendors/addepar';
  await ask(other.port, list);
  await site.edit('PUT', `/api/vendors/${id}`, { description: 'Once more from next door' });
  await expect
    .poll(async () => (await ask(other.port, own)).text, { timeout: 1000 })
    .toContain('Once more from next door');
  expect((await site.edit('PUT', `/api/vendors/${id}`, { isPublished: false })).status).toBe(200);
  const isGone = async (path: string) => !(await ask(other.port, path)).text.includes('"addepar"');
  for (const path of ['/page', list, own]) {
    await expect.poll(() => isGone(path), { timeout: 1000 }).toBe(true);
  }
  await site.edit('PUT', `/api/vendors/${id}`, { isPublished: true });
  other.child.kill('SIGTERM');
  expect((await other.ended).code).toBe(0);
});

it('PROMISE 22 Ctrl-C pressed again, later than an echo, ends it at once', async () => {
  const node = await startServing({ DATABASE_URL: site.databaseUrl });
  // A visitor who takes nothing keeps the first stop waiting.
  const req = request({ port: node.port, host: '127.0.0.1', path: '/slow' });
  req.on('error', () => undefined).on('response', (res) => res.pause());
  req.end();
  await sleep(50);
  node.child.kill('SIGINT');
  await sleep(1200);
  const since = Date.now();
  node.child.kill('SIGINT');
  await node.ended;
  expect(Date.now() - since).toBeLessThan(1000);
});

it('an error that nobody caught is logged and ends the process with 1, after the responses', async () => {
  const node = await startServing({ DATABASE_URL: site.databaseUrl });
  const reply = await ask(node.port, '/crash');
  expect(reply.status).toBe(200);
  expect((await node.ended).code).toBe(1);
});

const MAIN = 'src/app/main.server.ts';
const oneLine = (output: string) => output.trim().split('\n');

it('without SITE_URL links name the address that the start printed: page, sitemap and feed', async () => {
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: await mkdtemp(join(tmpdir(), 'fos-address-')),
    DATABASE_URL: site.databaseUrl,
  };
  const run = runNode([...SERVER_FLAGS, MAIN], { ...SERVER_ENV, ...env });
  await expect.poll(run.output, { timeout: 60_000 }).toContain('Ready in');
  const [address, port] = /http:\/\/localhost:(\d+)/.exec(run.output()) ?? [];
  expect(port).not.toBe('3000');
  const read = async (path: string) => (await ask(Number(port), path)).text;
  expect(await read('/vendors/addepar')).toMatch(
    new RegExp(`<link rel="canonical" href="${address}/vendors/addepar"`),
  );
  expect(await read('/sitemap.xml')).toContain(`<loc>${address}/sitemaps/`);
  expect(await read('/sitemaps/site-1.xml')).toContain(`<loc>${address}/vendors</loc>`);
  expect(await read('/feed.xml')).toContain(`<link>${address}/news/`);
  run.child.kill('SIGTERM');
  expect((await run.ended).code).toBe(0);
  await rm(env.DATA_DIR, { recursive: true });
});

it('PROMISE 26 a wrong setting: one line that names it, exit 1', async () => {
  const { code, output } = await runNode([MAIN], { PORT: 'many', DATA_DIR: '/nowhere' }).ended;
  expect(code).toBe(1);
  expect(oneLine(output)).toEqual([expect.stringContaining('PORT')]);
});

it('PROMISE 26 a wrong cron expression: one line that names it, exit 1', async () => {
  const env = { NEWS_FETCH_CRON: 'every day', DATA_DIR: '/nowhere' };
  const { code, output } = await runNode([MAIN], env).ended;
  expect(code).toBe(1);
  expect(oneLine(output)).toEqual(['Wrong setting: NEWS_FETCH_CRON is not a cron expression']);
});

it('PROMISE 26 a port in use: one line, exit 1, no data touched', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const bound = other.address();
  const port = String(typeof bound === 'object' ? bound?.port : 0);
  const env = { PORT: port, HOST: '127.0.0.1', DATA_DIR: '/proc/none/of/this' };
  const { code, output } = await runNode([MAIN], env).ended;
  other.close();
  expect(code).toBe(1);
  expect(oneLine(output)).toEqual([
    `Port ${port} is already in use; stop the other program or set PORT.`,
  ]);
});

it('PROMISE 26 a folder that cannot be written, a database that refuses: one line each', async () => {
  const unwritable = readSettings({ DATA_DIR: '/etc/passwd/data' });
  const folder = await prepare(unwritable, () => undefined).catch((error) => explainStart(error));
  expect(folder).toMatch(/^The folder \/etc\/passwd\/data cannot be written[^\n]*$/);
  // With a database elsewhere too, and where `mkdir` with `recursive` would never end.
  const endless = readSettings({ DATA_DIR: '/proc/none/of', DATABASE_URL: site.databaseUrl });
  const why = await prepare(endless, () => undefined).catch((error) => explainStart(error));
  expect(why).toMatch(
    /^The folder \/proc\/none\/of cannot be written \(E[A-Z]+\); correct it, or set DATA_DIR\.$/,
  );
  const refused = readSettings({
    DATA_DIR: tmpdir(),
    DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/none',
  });
  const database = await prepare(refused, () => undefined).catch((error) =>
    explainStart(error, refused),
  );
  expect(database).toMatch(/^The database of DATABASE_URL cannot be used: [^\n]*$/);
  expect(database).not.toContain('secret');
});

it('PROMISE 26 a full disk: one line, whoever reports it', () => {
  for (const code of ['ENOSPC', 'EDQUOT', '53100']) {
    const cause = Object.assign(new Error('no room\nmore'), { code });
    expect(explainStart(new Error('Failed query', { cause }))).toBe('The disk is full: no room');
  }
});
