import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '#platform/db/client.server.ts';
import { type Connection, connect } from '#platform/db/database.server.ts';
import { cloneDatabase } from '#testing/build-app.ts';
import { openDatabaseProxy } from '#testing/database-proxy.ts';
import { followVersion } from './follow-version.server.ts';
import { isPathChanged, isVersionKnown, siteVersion } from './site-version.server.ts';
import { noteChange, transact } from './transact.server.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let proxy: Awaited<ReturnType<typeof openDatabaseProxy>>;
let connection: Connection;
let followed: ReturnType<typeof followVersion>;

beforeAll(async () => {
  database = await cloneDatabase();
  proxy = await openDatabaseProxy(database.url);
  connection = connect(proxy.url, { max: 2 });
  const log = pino({ level: 'silent' });
  followed = followVersion({ url: proxy.url, pools: connection.pools, log });
  await followed.start();
});
afterAll(async () => {
  proxy.set('open');
  await followed.close();
  await connection.close();
  proxy.close();
  await database.drop();
});

/** As another process writes. */
const writeElsewhere = (path: string, hard = 0) =>
  withClient(database.url, async (client) => {
    await client.query('begin');
    await client.query(`update site_version set "any" = "any" + 1, hard = hard + ${hard}`);
    await client.query(
      `insert into changed_paths (path, "any") select $1, "any" from site_version`,
      [path],
    );
    await client.query('commit');
  });

it('PROMISE 23 knows within a second what another process changed and withdrew', async () => {
  const before = siteVersion();
  await writeElsewhere('/vendors/elsewhere', 1);
  await expect.poll(() => siteVersion().hard, { timeout: 1000 }).toBe(before.hard + 1);
  expect(isPathChanged('/vendors/elsewhere', before.any)).toBe(true);
  expect(isPathChanged('/vendors/other', before.any)).toBe(false);
});

it('PROMISE 23 knows what another process changed just before a write of its own', async () => {
  const before = siteVersion();
  await writeElsewhere('/vendors/first');
  await transact(connection.db, async (tx) => noteChange(tx, { paths: ['/vendors/second'] }));
  expect(siteVersion().any).toBe(before.any + 2);
  expect(isPathChanged('/vendors/second', before.any)).toBe(true);
  await expect
    .poll(() => isPathChanged('/vendors/first', before.any), { timeout: 1000 })
    .toBe(true);
});

it('PROMISE 23 a transaction that is rolled back, or tells readers nothing, moves no version', async () => {
  const before = siteVersion();
  await transact(connection.db, (tx) => tx.execute('select 1'));
  const failed = transact(connection.db, async (tx) => {
    noteChange(tx, { isHard: true });
    throw new Error('taken back');
  });
  await expect(failed).rejects.toThrow('taken back');
  expect(siteVersion()).toEqual(before);
});

it.each(['shut', 'hung'] as const)(
  'PROMISE 19 notices a database that is away (%s), and goes on by itself',
  async (mode) => {
    proxy.set(mode);
    await expect.poll(() => followed.isAway(), { timeout: 2000 }).toBe(true);
    await expect.poll(isVersionKnown, { timeout: 5000 }).toBe(false);
    await writeElsewhere(`/vendors/while-${mode}`, 1);
    const before = siteVersion();
    proxy.set('open');
    await expect.poll(() => followed.isAway(), { timeout: 5000 }).toBe(false);
    expect(isVersionKnown()).toBe(true);
    expect(siteVersion().hard).toBe(before.hard + 1);
    expect(isPathChanged(`/vendors/while-${mode}`, before.any)).toBe(true);
  },
  20_000,
);
