import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '#platform/db/database.server.ts';
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

const start = async (url: string) => {
  const settings = readSettings({ NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: dataDir });
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

it('a pooler in transaction mode ends the start with one line that says what it needs', async () => {
  const pooler = await openPooler(database.url, 'transaction');
  try {
    expect(await start(pooler.url)).toBe(
      'Could not start: DATABASE_URL leads through a pooler in transaction mode, which loses LISTEN, locks and prepared statements: set pool_mode to session there, or name the direct address of the database.',
    );
  } finally {
    pooler.close();
  }
});
