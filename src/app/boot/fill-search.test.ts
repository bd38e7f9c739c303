import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { withClient } from '#platform/db/client.server.ts';
import { cloneDatabase } from '#testing/build-app.ts';
import { openDatabaseProxy } from '#testing/database-proxy.ts';
import { fillSearch } from './fill-search.server.ts';

it('a filling that fails is begun again after a pause, until the table is full', async () => {
  const database = await cloneDatabase('starter');
  const proxy = await openDatabaseProxy(database.url);
  const told: Record<string, unknown>[] = [];
  const write: Writable['_write'] = (chunk, _encoding, done) => {
    told.push(JSON.parse(String(chunk)));
    done();
  };
  const ask = (text: string) =>
    withClient(database.url, async (client) => (await client.query(text)).rows);
  const [before] = await ask('select count(*)::int as count from search_entries');
  await ask(`delete from app_meta where key = 'search-entries'`);
  await ask('delete from search_entries');
  proxy.set('shut');
  const stop = fillSearch(proxy.url, pino({}, new Writable({ write })), 3000);
  await expect.poll(() => told.length, { timeout: 60_000 }).toBe(1);
  proxy.set('open');
  const mark = () => ask(`select 1 from app_meta where key = 'search-entries'`);
  await expect.poll(mark, { timeout: 60_000 }).toHaveLength(1);
  expect(await ask('select count(*)::int as count from search_entries')).toEqual([before]);
  expect(told).toMatchObject([
    { code: 1, againInMs: 3000, msg: 'the search table could not be filled' },
  ]);
  stop();
  proxy.close();
  await database.drop();
}, 150_000);
