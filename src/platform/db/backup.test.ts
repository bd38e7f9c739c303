import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, cloneDatabase, type TestApp } from '#testing/build-app.ts';
import { LEFT_OUT, restoreBackup, saveBackup } from './backup.server.ts';
import { checkBackup, writeBackup } from './backup-file.server.ts';
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

  it('PROMISE 17 holds comments, a thread that was changed after its replies too, and not who has an item open', async () => {
    const file = join(folder, 'talk.backup');
    const path = '/api/comments?type=faq&id=1';
    const { body: first } = await app.asEditor('POST', path, { text: 'First' });
    await app.asEditor('POST', path, { text: 'Reply', threadId: first.id });
    await app.asEditor('PATCH', `/api/comments/${first.id}`, { isResolved: true });
    await app.asEditor('PUT', '/api/presence', { type: 'faq', id: 1 });
    await saveBackup(app.databaseUrl, file);
    const target = await cloneDatabase('empty');
    await restoreBackup(target.url, await checkBackup(file));
    const copy = connect(target.url, { max: 1 });
    const { rows } = await copy.pool.query('select text, thread_id from comments order by id');
    expect(rows).toEqual([
      { text: 'First', thread_id: null },
      { text: 'Reply', thread_id: first.id },
    ]);
    expect((await copy.pool.query('select * from presence')).rows).toEqual([]);
    await copy.close();
    await target.drop();
  });

  it('PROMISE 17 holds nothing that opens something to its bearer, and ends it at the restore', async () => {
    const file = join(folder, 'tokens.backup');
    const count = async () => {
      const { rows } = await app.connection.pool.query(
        `select (select count(*)::int from sessions) s, (select count(*)::int from invitations) i,
          (select count(*)::int from preview_links) p, (select count(*)::int from users where reset_token is not null) r`,
      );
      return rows[0];
    };
    await app.connection.pool.query(`
      insert into invitations (email, role, token_hash, invited_by, expires_at)
        select 'new@example.com', 'editor', 'hash-of-an-invitation', id, now() + interval '1 day' from users limit 1;
      insert into preview_links (collection, item_id, token_hash, expires_at)
        values ('faq', 1, 'hash-of-a-preview', now() + interval '1 day');
      update users set reset_token = 'hash-of-a-reset', reset_token_expiry = now() + interval '1 hour';`);
    expect(await count()).toMatchObject({ i: 1, p: 1 });
    const { rows: sessions } = await app.connection.pool.query('select id_hash from sessions');
    await saveBackup(app.databaseUrl, file);
    const text = gunzipSync(await readFile(file)).toString();
    expect(text).toContain('editor@example.com');
    for (const { id_hash: hash } of sessions) expect(text).not.toContain(hash);
    expect(text).not.toMatch(/hash-of-|reset_token/);
    expect((await app.asEditor('GET', '/api/auth/user')).status).toBe(200);
    await restoreBackup(app.databaseUrl, await checkBackup(file));
    expect(await count()).toEqual({ s: 0, i: 0, p: 0, r: 0 });
    expect((await app.asEditor('GET', '/api/auth/user')).status).toBe(401);
  });

  it('PROMISE 17 leaves out every column whose name says that it is secret, or its reason is given here', async () => {
    const MAY_TRAVEL = [
      'app_meta.key',
      'jobs.key',
      // They name a passkey and check it, and open nothing.
      'passkeys.credential_id',
      'passkeys.public_key',
      // Hashed so slowly that nobody guesses them.
      'users.password_hash',
      // Hashed, of random characters, for one use each.
      'recovery_codes.code_hash',
      // Sealed by a key that no backup holds.
      'users.totp_secret',
    ];
    const { rows } = await app.connection.pool.query(
      `select table_name as name, column_name as key from information_schema.columns
        where table_schema = 'public' and column_name ~ '(token|secret|hash|password|sealed|credential|_key$|^key$)'`,
    );
    const kept = rows.filter(({ name, key }) => {
      const leftOut = LEFT_OUT[name];
      return leftOut !== 'whole' && !leftOut?.includes(key);
    });
    expect(kept.map(({ name, key }) => `${name}.${key}`).sort()).toEqual(MAY_TRAVEL.sort());
  });

  it.each([
    ['faq_entries', { id: 1, podcast: 'x' }, /column "podcast" of relation "faq_entries"/],
    ['podcasts', { id: 1 }, /relation "podcasts" does not exist/],
  ])(
    'PROMISE 17 refuses what it does not know by its name, and keeps what is there: %s',
    async (table, row, reason) => {
      const file = join(folder, 'unknown.backup');
      const count = async () =>
        (await app.connection.pool.query('select count(*)::int from vendors')).rows[0];
      const before = await count();
      const rows = async function* (): AsyncGenerator<[string, Record<string, unknown>][]> {
        yield [[table, row]];
      };
      await writeBackup(file, { migrations: 1, tables: [table] }, rows());
      await expect(restoreBackup(app.databaseUrl, await checkBackup(file))).rejects.toThrow(reason);
      await writeBackup(file, { migrations: 10_000, tables: [table] }, rows());
      await expect(restoreBackup(app.databaseUrl, await checkBackup(file))).rejects.toThrow(
        'This backup is of a newer release; update first',
      );
      expect(await count()).toEqual(before);
    },
  );

  it('PROMISE 17 refuses a file that is no backup', async () => {
    const file = join(folder, 'wrong.backup');
    await writeFile(file, gzipSync('{"format":"something else"}\n'));
    await expect(checkBackup(file)).rejects.toThrow('not a backup');
    await writeFile(file, 'no gzip at all');
    await expect(checkBackup(file)).rejects.toThrow('not a backup');
  });
});
