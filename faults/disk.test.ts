import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { cloneDatabase } from '#testing/build-app.ts';
import { openDatabaseProxy } from '#testing/database-proxy.ts';
import { ask } from '#testing/serve.ts';
import { record } from './support/figures.ts';
import {
  canBind,
  cleanUp,
  makeFolder,
  runProgram,
  serverEnv,
  signIn,
  startServer,
} from './support/product.ts';

const SERVER = 'src/app/main.server.ts';
const mounts: string[] = [];

afterAll(async () => {
  for (const mount of mounts) execFileSync('umount', ['-l', mount]);
  await cleanUp();
});

/** A disk of a few megabytes, or nothing where we may not make one. */
const mountSmall = async (size: string): Promise<string | null> => {
  const folder = await makeFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'none', folder], {
      stdio: 'ignore',
    });
  } catch {
    return null;
  }
  mounts.push(folder);
  return folder;
};

const startRefused = async (dataDir: string) => {
  const env = serverEnv({ DATA_DIR: dataDir });
  const { code, said } = await runProgram([SERVER], env, { isBound: true }).ended;
  const lines = said.trim().split('\n');
  return { code, last: lines.at(-1) ?? '', hasStack: said.includes('    at ') };
};

it('PROMISE 26 a disk without room for the database: one clear line, exit 1', async () => {
  const disk = await mountSmall('20m');
  if (!disk) {
    record('full disk at start', {
      rounds: 0,
      requests: 0,
      faults: 0,
      losses: 0,
      note: 'needs root',
    });
    return;
  }
  await writeFile(join(disk, 'mine.txt'), 'mine');
  const refused = await startRefused(join(disk, 'data'));
  const losses = (await readdir(disk)).includes('mine.txt') ? 0 : 1;
  record('full disk at start', { rounds: 1, requests: 0, faults: 1, losses });
  expect(refused).toMatchObject({ code: 1, hasStack: false });
  expect(refused.last).toMatch(/disk is full|no space|No space/i);
  expect(losses).toBe(0);
}, 300_000);

const MEGABYTE = 1_048_576;

/** Takes all that is left, to the last block. */
const fillDisk = async (file: string) => {
  for (const size of [MEGABYTE, 4096]) {
    try {
      for (;;) await appendFile(file, randomBytes(size));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
};

it('PROMISE 26 the disk of the database is full while it runs: a write is refused with the reason, pages go on, and with room again so do writes', async () => {
  const disk = await mountSmall('400m');
  if (!disk) return;
  const dataDir = join(disk, 'data');
  const server = await startServer({ DATA_DIR: dataDir });
  const cookie = await signIn(server.port);
  const acknowledged: string[] = [];
  let requests = 0;
  const write = async () => {
    const slug = `question-${requests}`;
    requests += 1;
    // Of letters that cannot be packed, so that the table needs room for all of them.
    const answer = randomBytes(30_000).toString('base64');
    const json = { question: slug, slug, answer, category: 'c' };
    const reply = await ask(server.port, '/api/faq', { method: 'POST', json, headers: { cookie } });
    if (reply.status === 201) acknowledged.push(slug);
    return reply;
  };
  expect((await write()).status).toBe(201);
  const filler = join(disk, 'filler');
  await fillDisk(filler);
  let refused = await write();
  // The database uses up its reserved space first.
  for (let n = 0; n < 200 && refused.status === 201; n += 1) refused = await write();
  const page = await ask(server.port, '/vendors/addepar');
  await rm(filler);
  const since = performance.now();
  await expect.poll(async () => (await write()).status).toBe(201);
  const worstRecoveryMs = performance.now() - since;
  let losses = 0;
  for (const slug of acknowledged) {
    if ((await ask(server.port, `/api/faq/${slug}`, { headers: { cookie } })).status !== 200)
      losses += 1;
  }
  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  record('full disk while it runs', { rounds: 1, requests, faults: 1, losses, worstRecoveryMs });
  expect([refused.status, JSON.parse(refused.text).message]).toEqual([
    507,
    'The disk of the server is full. Nothing was saved; please tell whoever runs it.',
  ]);
  expect(page.status).toBe(200);
  expect(losses).toBe(0);
}, 300_000);

it('PROMISE 26 a folder that cannot be written: one clear line, exit 1, nothing in it touched', async () => {
  const folder = join(await makeFolder(), 'data');
  await mkdir(folder);
  await writeFile(join(folder, 'mine.txt'), 'mine');
  await chmod(folder, 0o500);
  // Where root cannot be bound by permissions it still cannot write below a file.
  const place = canBind() ? folder : join(folder, 'mine.txt');
  const refused = await startRefused(place);
  await chmod(folder, 0o700);
  const left = await readdir(folder);
  const losses = left.includes('mine.txt') ? 0 : 1;
  record('read-only folder at start', { rounds: 1, requests: 0, faults: 1, losses });
  expect(refused).toMatchObject({ code: 1, hasStack: false });
  const code = canBind() ? 'EACCES' : 'EEXIST';
  expect(refused.last).toContain(
    `The folder ${place} cannot be written (${code}); correct it, or set`,
  );
  expect(left).toEqual(['mine.txt']);
}, 120_000);

const uploadPicture = async (port: number, cookie: string) => {
  const create = { width: 8, height: 8, channels: 3, background: '#336699' } as const;
  const form = new FormData();
  form.set('file', new File([new Uint8Array(await sharp({ create }).png().toBuffer())], 'a.png'));
  const address = `http://127.0.0.1:${port}/api/uploads`;
  const response = await fetch(address, { method: 'POST', headers: { cookie }, body: form });
  expect(response.status).toBe(201);
  const { url }: { url: string } = await response.json();
  return url;
};

it('PROMISE 26 the folder can no longer be written while it runs: pages, writes and pictures go on, and so does the next start', async () => {
  const database = await cloneDatabase('starter');
  // Over TCP: the socket's folder is closed to users bound by permissions.
  const proxy = await openDatabaseProxy(database.url);
  const dataDir = await makeFolder();
  const place = { DATABASE_URL: proxy.url, DATA_DIR: dataDir };
  const isBound = true;
  const first = await startServer(place, { isBound });
  const cookie = await signIn(first.port);
  const statusOf = async (port: number, path: string, asking: Parameters<typeof ask>[2] = {}) =>
    (await ask(port, path, { ...asking, headers: { cookie } })).status;
  const before = await uploadPicture(first.port, cookie);
  expect(await statusOf(first.port, before)).toBe(200);
  const copies = join(dataDir, 'upload-cache');
  expect(await readdir(copies)).toHaveLength(1);
  for (const folder of [copies, dataDir]) await chmod(folder, 0o500);

  const since = await uploadPicture(first.port, cookie);
  const json = { question: 'Written?', slug: 'written', answer: 'Yes', category: 'c' };
  const statuses = [
    await statusOf(first.port, '/vendors/addepar'),
    await statusOf(first.port, '/api/faq', { method: 'POST', json }),
    await statusOf(first.port, since),
    await statusOf(first.port, before.replace('/uploads', '/api/uploads'), { method: 'DELETE' }),
  ];
  first.kill('SIGTERM');
  expect((await first.ended).code).toBe(0);
  const second = await startServer(place, { isBound });
  statuses.push(await statusOf(second.port, since));
  second.kill('SIGTERM');
  await second.ended;
  for (const folder of [dataDir, copies]) await chmod(folder, 0o700);
  record('read-only folder while it runs', { rounds: 1, requests: 8, faults: 1, losses: 0 });
  expect(statuses).toEqual([200, 201, 200, 200, 200]);
  if (canBind()) expect(await readdir(copies)).toHaveLength(2);
  proxy.close();
  await database.drop();
}, 120_000);
