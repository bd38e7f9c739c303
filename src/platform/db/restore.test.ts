import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createDatabase, dropDatabase } from '#testing/db/databases.ts';
import { migrateFirst } from '#testing/db/first-migration.ts';
import { serve } from '#testing/serve.ts';
import { saveBackup } from './backup.server.ts';
import { withClient } from './client.server.ts';

const CLI = fileURLToPath(new URL('backup.cli.server.ts', import.meta.url));

let app: TestApp;
let folder: string;
let file: string;

beforeAll(async () => {
  app = await buildApp({ data: 'starter' });
  // PostgreSQL runs under an account of its own when the tests run as root.
  folder = await mkdtemp(join(tmpdir(), 'restore-'));
  await chmod(folder, 0o711);
  file = join(folder, 'whole.gz');
  await app.call('POST', '/api/auth/login', { email: 'nobody@example.com', password: 'wrong' });
  // A line separator is a letter like any other in a text.
  await app.db.execute(
    `update vendors set name = E'Addepar, restored', about = E'one\\u2028two' where slug = 'addepar'`,
  );
  await saveBackup(app.databaseUrl, file);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const run = async (args: string[], env: NodeJS.ProcessEnv) => {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env.PATH, ...env },
    timeout: 60_000,
  });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { output, errors, code: await closed };
};

const COUNTS = `select (select count(*)::int from vendors) vendors, (select count(*)::int from users) users,
  (select count(*)::int from app_meta) marks, (select about from vendors where slug = 'addepar') words`;

const TABLES = `select count(*)::int n from pg_tables where schemaname in ('public', 'drizzle')`;

const read = async (url: string, query = COUNTS) =>
  (await withClient(url, (client) => client.query(query))).rows[0];

const withNewDatabase = async (work: (url: string) => Promise<void>) => {
  const name = `restore_${randomUUID().replaceAll('-', '')}`;
  const url = await createDatabase({ url: inject('serverUrl'), name });
  try {
    await work(url);
  } finally {
    await dropDatabase({ url: inject('serverUrl'), name });
  }
};

describe('a backup that was taken after a sign-in', () => {
  it('PROMISE 17 is restored into an empty database, without what was counted for a minute', () =>
    withNewDatabase(async (url) => {
      expect(await read(app.databaseUrl, 'select count(*)::int n from rate_limits')).not.toEqual({
        n: 0,
      });
      const { code, errors } = await run(['restore', file], { DATABASE_URL: url });
      expect([code, errors]).toEqual([0, '']);
      expect(await read(url)).toEqual(await read(app.databaseUrl));
      expect(await read(url, 'select count(*)::int n from rate_limits')).toEqual({ n: 0 });
    }));

  it('PROMISE 17 is restored into an empty DATA_DIR, and saved from there again', async () => {
    const env = { DATA_DIR: join(folder, 'data') };
    const restored = await run(['restore', file], env);
    expect([restored.code, restored.errors]).toEqual([0, '']);
    const again = join(folder, 'again.gz');
    expect((await run(['save', again], env)).code).toBe(0);
    const linesOf = async (path: string) =>
      gunzipSync(await readFile(path))
        .toString()
        .split('\n')
        .sort();
    expect(await linesOf(again)).toEqual(await linesOf(file));
  });

  it('PROMISE 17 is restored under a running site of an older release, which shows it at once', async () => {
    const site = await serve();
    try {
      expect((await site.get('/vendors/addepar')).text).not.toContain('restored');
      expect((await site.get('/vendors/addepar')).headers['x-cache']).toBe('hit');
      await read(site.databaseUrl, 'drop schema public, drizzle, retired cascade');
      await read(site.databaseUrl, 'create schema public');
      await migrateFirst(site.databaseUrl);
      await read(
        site.databaseUrl,
        `insert into vendors (name, slug) values ('Old', 'old'), ('Old Addepar', 'addepar')`,
      );
      await read(site.databaseUrl, `insert into users (email) values ('old@example.com')`);
      const { code, errors } = await run(['restore', file], { DATABASE_URL: site.databaseUrl });
      expect([code, errors]).toEqual([0, '']);
      await expect
        .poll(async () => (await site.get('/vendors/addepar')).text)
        .toContain('Addepar, restored');
      // Nothing of the older one is left, and nothing of the backup is missing.
      expect(await read(site.databaseUrl)).toEqual(await read(app.databaseUrl));
      const old = `select count(*)::int n from vendors where name like 'Old%'`;
      expect(await read(site.databaseUrl, old)).toEqual({ n: 0 });
    } finally {
      await site.close();
    }
  });
});

describe('a backup that is not whole', () => {
  const change = async (edit: (lines: string[]) => string[]) => {
    const lines = gunzipSync(await readFile(file))
      .toString()
      .split('\n');
    const changed = join(folder, 'changed.gz');
    await writeFile(changed, gzipSync(edit(lines).join('\n')));
    return changed;
  };

  it.each([
    ['cut at a line', (lines: string[]) => [...lines.slice(0, 200), '']],
    ['cut before its last line', (lines: string[]) => [...lines.slice(0, -2), '']],
    ['cut in a line', (lines: string[]) => [...lines.slice(0, 200), '["vendors",{"id":']],
    ['without one row', (lines: string[]) => lines.filter((_, i) => i !== 100)],
    [
      'with a changed letter',
      (lines: string[]) => lines.map((l) => l.replace('Addepar', 'Addeper')),
    ],
  ])('PROMISE 17 is refused before anything is touched: %s', async (_, edit) => {
    const changed = await change(edit);
    await withNewDatabase(async (url) => {
      const { code, errors } = await run(['restore', changed], { DATABASE_URL: url });
      expect(code).toBe(1);
      expect(errors).toBe(
        'This backup is not whole, or was changed after it was made; nothing was restored\n',
      );
      expect(await read(url, TABLES)).toEqual({ n: 0 });
    });
  });

  it('PROMISE 17 leaves no draft when the backup cannot be written', async () => {
    const missing = join(folder, 'no-such-folder', 'x.gz');
    const { code, errors } = await run(['save', missing], { DATABASE_URL: app.databaseUrl });
    expect([code, errors.includes('ENOENT')]).toEqual([1, true]);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
