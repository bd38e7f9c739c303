import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUploadCache } from './upload-cache.server.ts';

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'upload-cache-'));
});
afterAll(() => rm(base, { recursive: true }));

it('PROMISE 24 keeps the copies on disk within their bound; the oldest go first', async () => {
  const folder = join(base, 'bounded');
  const keep = createUploadCache(folder, 1000);
  const since = Date.now() / 1000 - 100;
  for (const [age, name] of ['first', 'second', 'third', 'fourth'].entries()) {
    await keep(name, Buffer.alloc(400));
    await utimes(join(folder, name), since + age, since + age).catch(() => undefined);
  }
  expect((await readdir(folder)).sort()).toEqual(['fourth', 'third']);
});

it('PROMISE 13 takes away what a killed process left, and nothing else', async () => {
  const folder = join(base, 'swept');
  await mkdir(folder);
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const name of ['old.webp', 'old.webp.part', 'young.webp.part']) {
    await writeFile(join(folder, name), 'x');
    if (name.startsWith('old')) await utimes(join(folder, name), yesterday, yesterday);
  }
  await createUploadCache(folder)('new.webp', Buffer.from('x'));
  expect((await readdir(folder)).sort()).toEqual(['new.webp', 'old.webp', 'young.webp.part']);
});
