import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '#platform/db/database.server.ts';
import { appMeta } from '#platform/db/meta.table.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { createVisitorQueue } from '#platform/visitors.server.ts';
import { cloneDatabase } from '#testing/build-app.ts';
import { openPooler } from '#testing/servers/pooler.ts';
import { explainStart } from './explain.server.ts';
import { prepare } from './prepare.server.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let dataDir = '';

beforeAll(async () => {
  database = await cloneDatabase('starter');
  dataDir = await mkdtemp(join(tmpdir(), 'fos-pooler-'));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (url: string, more: Record<string, string> = {}) => {
  const settings = readSettings({
    NODE_ENV: 'test',
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    ...more,
  });
  return prepare(settings, () => undefined).then(
    () => 'started',
    (error) => explainStart(error, settings),
  );
};

it('a pooler in session mode, which refuses limits as parameters of a connection, gets them by a statement', async () => {
  const pooler = await openPooler(database.url, 'session');
  const { pool, close } = connect(pooler.url, { visitors: 1 });
  const read = async () => {
    const { rows } = await pool.query(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
    );
    return rows[0];
  };
  try {
    expect(await start(pooler.url)).toBe('started');
    expect(await read()).toEqual({ statement: '10s', lock: '1500ms' });
    const visitors = createVisitorQueue();
    expect(await visitors('/vendors', read)).toEqual({ statement: '3s', lock: '1500ms' });
  } finally {
    await close();
    pooler.close();
  }
});

const REFUSED =
  'Could not start: A pooler in transaction mode stands before the database, which loses LISTEN, locks and migrations: set DATABASE_DIRECT_URL to the address of the database itself.';

it('a pooler in transaction mode ends the start with one line that names the missing setting', async () => {
  const pooler = await openPooler(database.url, 'transaction');
  try {
    expect(await start(pooler.url)).toBe(REFUSED);
    expect(await start(pooler.url, { DATABASE_DIRECT_URL: pooler.url })).toBe(REFUSED);
  } finally {
    pooler.close();
  }
});

it('with the direct address a pooler in transaction mode serves, without limits or names that belong to a session', async () => {
  const pooler = await openPooler(database.url, 'transaction');
  const { db, pool, url, close } = connect(pooler.url, { directUrl: database.url });
  try {
    expect(await start(pooler.url, { DATABASE_DIRECT_URL: database.url })).toBe('started');
    expect(url).toBe(database.url);
    const named = db.select({ found: sql<number>`1` }).from(appMeta).limit(1).prepare('made_up');
    for (let round = 0; round < 20; round += 1) {
      // Two sessions at once, in turn the first for one and the other.
      await Promise.all([named.execute(), db.transaction((tx) => tx.execute(sql`select 1`))]);
    }
    const { rows } = await pool.query(
      `select (select count(*)::int from pg_prepared_statements) as prepared, current_setting('statement_timeout') as statement`,
    );
    expect(rows).toEqual([{ prepared: 0, statement: '0' }]);
  } finally {
    await close();
    pooler.close();
  }
});

it('a direct address of another database ends the start with one line', async () => {
  const other = await cloneDatabase('starter');
  try {
    expect(await start(database.url, { DATABASE_DIRECT_URL: other.url })).toBe(
      'Could not start: DATABASE_URL and DATABASE_DIRECT_URL lead to two databases: name the same one.',
    );
  } finally {
    await other.drop();
  }
});

it('a second address without the first is refused by name', () => {
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL']) {
    expect(() => readSettings({ [name]: 'postgres://127.0.0.1/site' })).toThrow(
      `Wrong setting: DATABASE_URL is missing while ${name} is set`,
    );
  }
});
