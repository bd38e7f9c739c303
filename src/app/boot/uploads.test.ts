import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { restoreBackup, saveBackup } from '#platform/db/backup.server.ts';
import { checkBackup } from '#platform/db/backup-file.server.ts';
import { cloneDatabase } from '#testing/build-app.ts';
import { children, startServing } from '#testing/processes.ts';
import { ask, type Served, serve } from '#testing/serve.ts';

let site: Served;
let base: string;
let url: string;
let picture: Buffer;

const startWith = (name: string, DATABASE_URL = site.databaseUrl) =>
  startServing({ DATABASE_URL, DATA_DIR: join(base, name) });
const listCopies = (name: string) => readdir(join(base, name, 'upload-cache')).catch(() => []);

beforeAll(async () => {
  site = await serve();
  base = await mkdtemp(join(tmpdir(), 'node-uploads-'));
  const node = await startWith('first');
  // Noise does not compress: the picture takes several pieces.
  const raw = { width: 900, height: 900, channels: 3 as const };
  const noise = await sharp(randomBytes(900 * 900 * 3), { raw })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('file', new File([new Uint8Array(noise)], 'noise.png'));
  const response = await fetch(`http://127.0.0.1:${node.port}/api/uploads`, {
    method: 'POST',
    headers: { cookie: site.cookie },
    body: form,
  });
  const stored = await response.json();
  url = stored.url;
  expect(stored.bytes).toBeGreaterThan(300_000);
  picture = (await ask(node.port, url)).body;
  expect(picture).toHaveLength(stored.bytes);
  node.child.kill('SIGTERM');
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await site.close();
  await rm(base, { recursive: true });
});

it('PROMISE 23 an upload on one node is served by another, which has a folder of its own', async () => {
  const node = await startWith('second');
  expect(await listCopies('second')).toEqual([]);
  const first = await ask(node.port, url);
  expect(first.body).toEqual(picture);
  expect(await listCopies('second')).toEqual([url.replace('/uploads/', '')]);

  // From now on it comes from the disk, whatever becomes of the database's copy.
  await site.connection.pool.query('alter table uploads rename to uploads_away');
  const second = await ask(node.port, url);
  await site.connection.pool.query('alter table uploads_away rename to uploads');
  expect(second.body).toEqual(picture);
  for (const { headers } of [first, second]) {
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: first.headers.etag,
    });
  }
  const revalidation = { headers: { 'if-none-match': String(first.headers.etag) } };
  expect((await ask(node.port, url, revalidation)).status).toBe(304);
  node.child.kill('SIGTERM');
});

it('PROMISE 17 a picture is there after a restore into an empty database and an empty folder', async () => {
  const file = join(base, 'backup.gz');
  await saveBackup(site.databaseUrl, file);
  const target = await cloneDatabase('empty');
  await restoreBackup(target.url, await checkBackup(file));
  const node = await startWith('fourth', target.url);
  const { status, body } = await ask(node.port, url);
  expect([status, body.equals(picture)]).toEqual([200, true]);
  node.child.kill('SIGTERM');
  await node.ended;
  await target.drop();
});
