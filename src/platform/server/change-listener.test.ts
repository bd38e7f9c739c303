import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { announceChange, CHANGES_CHANNEL, onChange, transact } from '#platform/changes.server.ts';
import { type Connection, connect } from '#platform/db/database.server.ts';
import { cloneDatabase } from '#testing/build-app.ts';
import { createChangeListener } from './change-listener.server.ts';

const log = pino({ level: 'silent' });
const heard: string[][] = [];
const local: string[][] = [];
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;
let listener: ReturnType<typeof createChangeListener>;
let forget: () => void;

beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 2 });
  forget = onChange((keys, _isSoft, isLocal) => {
    heard.push([...keys]);
    if (isLocal) local.push([...keys]);
  });
  listener = createChangeListener({
    url: database.url,
    pool: connection.pool,
    log,
  });
  await listener.start();
});
afterAll(async () => {
  forget();
  await listener.close();
  await connection.close();
  await database.drop();
});

const elsewhere = async (sql: string) => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

it('PROMISE 23 hears another node’s change within a second, and does not take it for its own', async () => {
  heard.length = 0;
  local.length = 0;
  await elsewhere(`NOTIFY ${CHANGES_CHANNEL}, '["vendors","vendors/12"]'`);
  await expect.poll(() => heard, { timeout: 1000 }).toEqual([['vendors', 'vendors/12']]);
  expect(local).toEqual([]);
});

it('PROMISE 23 hears its own change once, before the write is answered', async () => {
  heard.length = 0;
  local.length = 0;
  await transact(connection.db, (tx) => announceChange(tx, ['faq', 'faq/1']));
  expect(heard).toEqual([['faq', 'faq/1']]);
  expect(local).toEqual([['faq', 'faq/1']]);
  await sleep(200);
  expect(heard).toHaveLength(1);
});

it('PROMISE 23 hears its own change once even if the database is quicker to say so', async () => {
  heard.length = 0;
  local.length = 0;
  const keys = Array.from({ length: 40 }, (_, at) => `faq/${at}`);
  // Both of the pool's connections at once, so that one's word comes while the other still waits for its own.
  await Promise.all(
    keys.map((key) => transact(connection.db, (tx) => announceChange(tx, ['faq', key]))),
  );
  await sleep(200);
  expect(heard.map(([, key]) => key).toSorted()).toEqual(keys.toSorted());
  expect(local).toHaveLength(keys.length);
});

it('hears a change of 1,000 keys once, however many messages it takes, its own and another node’s', async () => {
  const keys = Array.from({ length: 1000 }, (_, at) => `vendors/a-long-name-of-a-vendor-${at}`);
  const messages: string[] = [];
  const wire = new pg.Client({ connectionString: database.url });
  await wire.connect();
  wire.on('notification', ({ payload = '' }) => messages.push(payload));
  await wire.query(`LISTEN ${CHANGES_CHANNEL}`);
  heard.length = 0;
  await transact(connection.db, (tx) => announceChange(tx, keys));
  await expect.poll(() => messages.at(-1) ?? '').toContain(keys.at(-1));
  await wire.query(`UNLISTEN ${CHANGES_CHANNEL}`);
  expect(messages.length).toBeGreaterThan(4);
  // The database's word of it is here, and was no second one.
  await elsewhere(`NOTIFY ${CHANGES_CHANNEL}, '["after"]'`);
  await expect.poll(() => heard).toEqual([keys, ['after']]);

  heard.length = 0;
  await wire.query('begin');
  for (const message of messages) {
    const ofAnother = message.replace(/@[\w-]+/, '@another');
    await wire.query(`select pg_notify('${CHANGES_CHANNEL}', $1)`, [ofAnother]);
  }
  await wire.query('commit');
  await wire.end();
  await expect.poll(() => heard).toEqual([keys]);
});

it('takes words that it does not understand for a change of everything', async () => {
  heard.length = 0;
  await elsewhere(`NOTIFY ${CHANGES_CHANNEL}, 'nonsense'`);
  await expect.poll(() => heard, { timeout: 1000 }).toEqual([['*']]);
});

it('PROMISE 19 after a lost connection everything changed, and it listens again', async () => {
  heard.length = 0;
  await elsewhere(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'family-office-software changes' and datname = current_database()",
  );
  await expect.poll(() => heard.flat(), { timeout: 3000 }).toContain('*');
  await expect.poll(() => listener.isAway(), { timeout: 3000 }).toBe(false);
  heard.length = 0;
  await elsewhere(`NOTIFY ${CHANGES_CHANNEL}, '["news"]'`);
  await expect.poll(() => heard, { timeout: 1000 }).toContainEqual(['news']);
});
