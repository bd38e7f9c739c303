import { getTableName } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { BESIDE } from './revisions.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

it('PROMISE 15 every table with rows of items is emptied with the last copy of an item, or its reason is given here', async () => {
  const OTHERWISE = [
    // They tell what happened, for as long as activity is kept.
    'activity',
    // The public ledger keeps what was decided about a page that is gone.
    'corrections',
    // The writer deletes them with the item.
    'link_uses',
    'quotes',
    // They end by themselves.
    'idempotency_keys',
    'notices',
    'presence',
    'preview_links',
  ];
  const { rows } = await app.connection.pool.query(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'item_id' order by table_name`,
  );
  const known = [...BESIDE.map(getTableName), ...OTHERWISE];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});
