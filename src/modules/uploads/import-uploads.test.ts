import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { importUploads } from './import-uploads.server.ts';
import { uploads } from './uploads.tables.server.ts';

let app: TestApp;
let dataDir: string;
const nameOf = (digit: string) => `${digit.repeat(32)}.webp`;
const large = randomBytes(700_000);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'take-in-'));
  app = await buildApp({ settings: { DATA_DIR: dataDir } });
  const folder = join(dataDir, 'uploads');
  await mkdir(folder);
  await writeFile(join(folder, nameOf('1')), large);
  await writeFile(join(folder, nameOf('2')), large);
  await writeFile(join(folder, nameOf('3')), 'small');
  await writeFile(join(folder, 'notes.txt'), 'not ours');
  await writeFile(join(folder, `${nameOf('4')}.part`), 'half');
  await symlink('/etc/passwd', join(folder, nameOf('5')));
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

const takeIn = async () => {
  const lines: string[] = [];
  await importUploads(app.db, dataDir, (line) => lines.push(line));
  return lines;
};

const readShown = async (name: string) => {
  const response = await app.api.request(`/uploads/${name}`);
  return response.ok ? Buffer.from(await response.arrayBuffer()) : response.status;
};

it('PROMISE 17 goes on where an interrupted start ended, takes every picture once and no other file', async () => {
  const folder = join(dataDir, 'uploads');
  // The database refuses in the middle of the second picture: the first is in, of the second there is nothing.
  await app.db.execute(sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'cut off'; end $$`);
  await app.db.execute(sql`create trigger refuse before insert on uploads for each row
    when (new.name like '3%') execute function refuse()`);
  await expect(takeIn()).rejects.toThrow();
  expect(await readShown(nameOf('1'))).toEqual(large);
  expect(await readShown(nameOf('3'))).toBe(404);
  expect(await app.db.execute(sql`select from upload_chunks where length(data) = 5`)).toMatchObject(
    {
      rowCount: 0,
    },
  );

  await app.db.execute(sql`drop trigger refuse on uploads`);
  expect(await takeIn()).toEqual([`Took 1 images from ${folder} into the database.`]);
  expect(await takeIn()).toEqual([]);
  expect(await readShown(nameOf('2'))).toEqual(large);
  expect(await readShown(nameOf('3'))).toEqual(Buffer.from('small'));
  expect(await readShown(nameOf('5'))).toBe(404);
  const stored = await app.db.select().from(uploads).orderBy(uploads.name);
  expect(stored.map(({ name, bytes }) => [name, bytes])).toEqual([
    [nameOf('1'), 700_000],
    [nameOf('2'), 700_000],
    [nameOf('3'), 5],
  ]);
  // The files stay, for a return to the release before.
  expect(await readFile(join(folder, nameOf('1')))).toEqual(large);
});

it('stores the same content once, under the hash of it, in pieces of at most 256 kB', async () => {
  const sha256 = createHash('sha256').update(large).digest('hex');
  const { rows } = await app.db.execute(
    sql`select position, length(data) as bytes from upload_chunks where sha256 = ${sha256} order by position`,
  );
  expect(rows).toEqual([
    { position: 0, bytes: 262_144 },
    { position: 1, bytes: 262_144 },
    { position: 2, bytes: 175_712 },
  ]);
});

it('PROMISE 13 refuses to show a picture whose bytes are not those that were stored', async () => {
  await app.db.execute(
    sql`update upload_chunks set data = set_byte(data, 0, 255 - get_byte(data, 0)) where length(data) = 5`,
  );
  await rm(join(dataDir, 'upload-cache'), { recursive: true });
  expect(await readShown(nameOf('3'))).toBe(500);
  expect(await readdir(join(dataDir, 'upload-cache')).catch(() => [])).toEqual([]);
});
