import { Writable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { tableOf } from '#kit/table.server.ts';
import { type Connection, connect } from '#platform/db/database.server.ts';
import { createVisitorQueue } from '#platform/visitors.server.ts';
import { cloneDatabase } from '#testing/build-app.ts';
import { readFromReplica } from './replica-reads.server.ts';

/** Reading from a true standby is `scale/replica.test.ts`. */
let primary: Awaited<ReturnType<typeof cloneDatabase>>;
let other: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;
const said: string[] = [];
const log = pino(
  {},
  new Writable({
    write(chunk, _encoding, done) {
      said.push(JSON.parse(String(chunk)).msg);
      done();
    },
  }),
);

beforeAll(async () => {
  [primary, other] = [await cloneDatabase('starter'), await cloneDatabase('starter')];
  connection = connect(primary.url, { visitors: 2 });
});
afterAll(async () => {
  await connection.close();
  await primary.drop();
  await other.drop();
});

const table = tableOf(vendors);
const asVisitor = createVisitorQueue();
const read = () =>
  asVisitor('/vendors', () =>
    connection.db.select({ slug: table.slug }).from(table).where(eq(table.slug, 'of-the-primary')),
  );

it.each([
  ['a server that is no standby', () => other.url],
  ['a replica that is away', () => 'postgresql://postgres@127.0.0.1:1/none'],
])('%s is not read, and visitors read from the primary', async (_what, urlOf) => {
  said.length = 0;
  const replica = readFromReplica({ url: urlOf(), isPooled: false, connection, log });
  await expect
    .poll(() => said)
    .toEqual(['the replica cannot be read; visitors read from the primary']);
  await connection.db
    .update(table)
    .set({ slug: 'of-the-primary' })
    .where(eq(table.slug, 'addepar'));
  expect(await read()).toEqual([{ slug: 'of-the-primary' }]);
  await replica.close();
  await connection.db
    .update(table)
    .set({ slug: 'addepar' })
    .where(eq(table.slug, 'of-the-primary'));
});
