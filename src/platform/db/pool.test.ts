import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createVisitorQueue } from '#platform/visitors.server.ts';
import { cloneDatabase } from '#testing/build-app.ts';
import { connect } from './database.server.ts';

it('PROMISE 19 one kind of page holds three of the eight connections for visitors, and others go on', async () => {
  const database = await cloneDatabase();
  const { db, visitorPool, close } = connect(database.url, { visitors: 8 });
  const asVisitor = createVisitorQueue();
  const slowly = () => db.execute(sql`select pg_sleep(1)`);
  let isOver = false;
  const held = asVisitor('/vendors', () => Promise.all(Array.from({ length: 8 }, slowly))).then(
    () => {
      isOver = true;
    },
  );
  await sleep(300);
  expect((visitorPool?.totalCount ?? 0) - (visitorPool?.idleCount ?? 0)).toBe(3);
  await asVisitor('/faq', () => db.execute(sql`select 1`));
  expect(isOver).toBe(false);
  await held;
  await close();
  await database.drop();
});
