import { expect, it } from 'vitest';
import type { Database } from '#platform/db/database.server.ts';
import { enqueue } from '#platform/jobs/queue.server.ts';
import { buildApp } from '#testing/build-app.ts';
import { siteVersion } from './site-version.server.ts';
import { noteChange, transact } from './transact.server.ts';

it('a change of what readers see, or a job, in any other transaction does not compile', () => {
  const attempts = [
    (db: Database) =>
      // @ts-expect-error Only transact gives a Tx.
      db.transaction(async (tx) => noteChange(tx)),
    // @ts-expect-error Nor is the database one.
    (db: Database) => enqueue(db, { name: 'made-up' }),
  ];
  // Neither is ever called.
  expect(attempts).toHaveLength(2);
});

it('PROMISE 23 runs its work once, and counts the version up once however often a change was noted', async () => {
  const app = await buildApp();
  await transact(app.db, async (tx) => noteChange(tx));
  const before = siteVersion();
  let runs = 0;
  await transact(app.db, async (tx) => {
    runs += 1;
    noteChange(tx);
    noteChange(tx, { isHard: true });
  });
  expect([runs, siteVersion().any, siteVersion().hard]).toEqual([
    1,
    before.any + 1,
    before.hard + 1,
  ]);
  await app.close();
});
