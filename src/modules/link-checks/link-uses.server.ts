import { and, eq, sql } from 'drizzle-orm';
import type { Effect } from '#kit/behaviour.server.ts';
import type { Collection } from '#kit/collection.ts';
import { tableOf } from '#kit/table.server.ts';
import { createAppend } from '#platform/db/append.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { findLinks } from './find-links.ts';
import { linkChecks, linkUses } from './link-checks.tables.server.ts';

const appendUses = createAppend(linkUses, { ifAbsent: true });
const appendChecks = createAppend(linkChecks, { ifAbsent: true });

/** After a write, lists the item under its current links. */
export const noteLinks =
  (ownHost: string): Effect =>
  async ({ before, after }, collection, tx) => {
    const [old = [], current = []] = [before, after].map((item) =>
      findLinks(collection, item, ownHost),
    );
    if (JSON.stringify(old) === JSON.stringify(current)) return;
    const ofItem = { collection: collection.name, itemId: after?.id ?? before?.id ?? 0 };
    const isOfItem = and(
      eq(linkUses.collection, ofItem.collection),
      eq(linkUses.itemId, ofItem.itemId),
    );
    if (old.length > 0) await tx.delete(linkUses).where(isOfItem);
    if (current.length === 0) return;
    await appendUses(
      tx,
      current.map((link) => ({ ...link, ...ofItem })),
    );
    const urls = new Set(current.map(({ url }) => url));
    await appendChecks(
      tx,
      Array.from(urls, (url) => ({ url })),
    );
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
