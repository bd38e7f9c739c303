import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '#testing/serve.ts';
import { cleanUp, makeFolder, serverEnv, signIn } from './support/product.ts';

interface LockEntry {
  dev?: boolean;
  devOptional?: boolean;
}

const PARTS = ['dist', 'drizzle', 'public', 'scripts', 'src', 'starter'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', '.npmrc'];

let folder = '';

/** The tree as `npm ci --omit=dev` leaves it: no package of development, and npm's note without them. */
const copyPackages = async () => {
  const note = JSON.parse(await readFile('node_modules/.package-lock.json', 'utf8'));
  const entries: [string, LockEntry][] = Object.entries(note.packages);
  const left = entries.filter(([, { dev, devOptional }]) => !dev && !devOptional);
  const dropped = new Set(entries.map(([path]) => path));
  for (const [path] of left) dropped.delete(path);
  for (const [path] of left) {
    await cp(path, join(folder, path), { recursive: true, filter: (from) => !dropped.has(from) });
  }
  const packages = Object.fromEntries(left);
  await writeFile(
    join(folder, 'node_modules/.package-lock.json'),
    JSON.stringify({ ...note, packages }),
  );
};

beforeAll(async () => {
  folder = join(await makeFolder(), 'release');
  await mkdir(folder);
  for (const part of [...PARTS, ...FILES]) {
    await cp(part, join(folder, part), { recursive: true });
  }
  await copyPackages();
}, 300_000);
afterAll(cleanUp);

const start = async () => {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'error',
      // Without an npm, so that nothing can be installed unnoticed.
      npm_execpath: join(folder, 'no-npm.mjs'),
      ...serverEnv({ DATA_DIR: join(folder, '..', 'data') }),
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += String(chunk);
    });
  }
  while (!/^Ready in/m.test(said)) {
    if (child.exitCode !== null) throw new Error(said);
    await sleep(50);
  }
  const port = Number(/https?:\/\/[^\s/]+:(\d+)/.exec(said)?.[1]);
  return { port, child, said: () => said };
};

it('a built release runs with what the server loads alone: pages, calls, MCP, cards, uploads, CSV', async () => {
  const { port, child, said } = await start();
  expect(said()).not.toMatch(/Installing|Building/);
  const pages = ['/', '/vendors', '/vendors/addepar', '/search?q=reporting', '/news', '/admin'];
  for (const path of [...pages, '/api/vendors?limit=1', '/api/docs', '/sitemap.xml', '/readyz']) {
    expect([path, (await ask(port, path)).status]).toEqual([path, 200]);
  }
  const tools = await ask(port, '/mcp', {
    method: 'POST',
    json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: { accept: 'application/json, text/event-stream' },
  });
  expect(tools.status).toBe(200);
  const card = await ask(port, '/cards/vendors/addepar.png');
  expect([card.status, card.headers['content-type']]).toEqual([200, 'image/png']);
  const cookie = await signIn(port);
  const create = { width: 8, height: 8, channels: 3, background: '#336699' } as const;
  const form = new FormData();
  form.set('file', new File([new Uint8Array(await sharp({ create }).png().toBuffer())], 'a.png'));
  const uploaded = await fetch(`http://127.0.0.1:${port}/api/uploads`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  });
  expect(uploaded.status).toBe(201);
  const csv = await ask(port, '/api/vendors/export.csv', { headers: { cookie } });
  expect(csv.status).toBe(200);
  child.kill('SIGTERM');
  await expect.poll(() => child.exitCode).toBe(0);
}, 240_000);
