import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, cloneDatabase, type TestApp } from '#testing/build-app.ts';
import { restoreBackup, saveBackup } from './backup.server.ts';
import { checkBackup } from './backup-file.server.ts';
import { connect } from './database.server.ts';

describe('backup and restore', () => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    app = await buildApp({ data: 'starter' });
    folder = await mkdtemp(join(tmpdir(), 'backup-'));
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('PROMISE 17 a backup taken under writes restores to a consistent state in another database', async () => {
    const file = join(folder, 'one.backup');
    const { body: term } = await app.asEditor('GET', '/api/search-terms/1');
    const { body: page } = await app.call('GET', '/api/pages/slug/about');
    let isDone = false;
    // Each round writes two items together: a consistent copy has the same number in both.
    const writing = (async () => {
      for (let round = 1; !isDone && round < 500; round += 1) {
        await app.db.transaction(async (tx) => {
          await tx.execute(`update search_terms set notes = '${round}' where id = ${term.id}`);
          await tx.execute(`update pages set excerpt = '${round}' where slug = 'about'`);
        });
      }
    })();
    await saveBackup(app.databaseUrl, file);
    isDone = true;
    await writing;

    const target = await cloneDatabase('empty');
    const rows = await restoreBackup(target.url, await checkBackup(file));
    expect(rows).toBeGreaterThan(370);
    const copy = connect(target.url, { max: 1 });
    const { rows: pair } = await copy.pool.query(
      `select (select notes from search_terms where id = $1) as a, (select excerpt from pages where slug = 'about') as b`,
      [term.id],
    );
    const isUntouched = pair[0].a === term.notes && pair[0].b === page.excerpt;
    expect(isUntouched || pair[0].a === pair[0].b).toBe(true);
    const counts = async (pool: typeof copy.pool) =>
      (
        await pool.query(
          'select (select count(*) from vendors) v, (select count(*) from features) f, (select count(*) from users) u, (select count(*) from vendor_sources) s',
        )
      ).rows[0];
    expect(await counts(copy.pool)).toEqual(await counts(app.connection.pool));
    // A new row after the restore takes a new id.
    await copy.pool.query(
      `insert into redirects (from_path, to_path) values ('/after', '/vendors')`,
    );
    await copy.close();
    await target.drop();
  });

  it('PROMISE 17 refuses a file that is no backup', async () => {
    const file = join(folder, 'wrong.backup');
    await writeFile(file, gzipSync('{"format":"something else"}\n'));
    await expect(checkBackup(file)).rejects.toThrow('not a backup');
    await writeFile(file, 'no gzip at all');
    await expect(checkBackup(file)).rejects.toThrow('not a backup');
  });
});
