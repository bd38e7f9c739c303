import { and, eq, sql } from 'drizzle-orm';
import type { Effect } from '#kit/behaviour.server.ts';
import type { Collection } from '#kit/collection.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { findLinks } from './find-links.ts';
import { linkChecks, linkUses } from './link-checks.tables.server.ts';

/** PostgreSQL takes 65,535 parameters in one statement, and a long text may hold thousands of links. */
const ROWS_AT_ONCE = 1000;

/** After a write, lists the item under its current links. */
export const noteLinks =
  (ownHost: string): Effect =>
  async ({ before, after }, collection, tx) => {
    const old = findLinks(collection, before, ownHost);
    const current = findLinks(collection, after, ownHost);
    if (JSON.stringify(old) === JSON.stringify(current)) return;
    const ofItem = { collection: collection.name, itemId: after?.id ?? before?.id ?? 0 };
    const isOfItem = and(
      eq(linkUses.collection, ofItem.collection),
      eq(linkUses.itemId, ofItem.itemId),
    );
    if (old.length > 0) await tx.delete(linkUses).where(isOfItem);
    if (current.length === 0) return;
    for (let at = 0; at < current.length; at += ROWS_AT_ONCE) {
      const some = current.slice(at, at + ROWS_AT_ONCE);
      const uses = some.map((link) => ({ ...link, ...ofItem }));
      await tx.insert(linkUses).values(uses).onConflictDoNothing();
      const checks = some.map(({ url }) => ({ url }));
      await tx.insert(linkChecks).values(checks).onConflictDoNothing();
    }
  };

/** Drops addresses without a use, after the uses of deleted items. */
export const dropUnused = async (db: Executor, registry: readonly Collection[]) => {
  for (const collection of registry) {
    const table = tableOf(collection);
    const isGone = sql`not exists (select 1 from ${table} where ${table.id} = ${linkUses.itemId})`;
    await db.delete(linkUses).where(and(eq(linkUses.collection, collection.name), isGone));
  }
  await db
    .delete(linkChecks)
    .where(sql`not exists (select 1 from ${linkUses} where ${linkUses.url} = ${linkChecks.url})`);
};
