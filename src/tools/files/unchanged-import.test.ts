import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { exportContent, importContent } from './content-folder.server.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await buildApp({ data: 'starter' });
  folder = await mkdtemp(join(tmpdir(), 'unchanged-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const revisions = async () =>
  (await app.db.execute('select collection, title from revisions order by id')).rows;

it('PROMISE 15 an import that changes nothing writes no revisions, and one that does writes its own', async () => {
  await exportContent(app.content, app.db, folder);
  expect(await importContent(app.content, app.db, folder)).toBeGreaterThan(300);
  expect(await revisions()).toEqual([]);
  await app.db.execute(`update glossary_entries set definition = 'Other' where id = 1`);
  const { rows } = await app.db.execute('select term from glossary_entries where id = 1');
  await importContent(app.content, app.db, folder);
  expect(await revisions()).toEqual([{ collection: 'glossary', title: rows[0]?.term }]);
});
