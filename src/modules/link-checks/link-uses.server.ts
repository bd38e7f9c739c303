import { and, eq, gt, sql } from 'drizzle-orm';
import type { Effect } from '#kit/behaviour.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { tableOf } from '#kit/table.server.ts';
import { transact } from '#platform/changes.server.ts';
import { createAppend } from '#platform/db/append.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { appMeta } from '#platform/db/meta.table.server.ts';
import { type FoundLink, findLinks } from './find-links.ts';
import { linkChecks, linkUses } from './link-checks.tables.server.ts';

const SYNCED = 'link-uses';
const ITEMS_AT_ONCE = 200;

const appendUses = createAppend(linkUses, { ifAbsent: true });
const appendChecks = createAppend(linkChecks, { ifAbsent: true });

const usesOf = ({ name }: Collection, itemId: number, links: readonly FoundLink[]) =>
  links.map((link) => ({ ...link, collection: name, itemId }));

const addUses = async (tx: Executor, uses: ReturnType<typeof usesOf>) => {
  if (uses.length === 0) return;
  await appendUses(tx, uses);
  const urls = new Set(uses.map(({ url }) => url));
  const checks = Array.from(urls, (url) => ({ url }));
  await appendChecks(tx, checks);
};

/** After a write, lists the item under its current links. */
export const noteLinks =
  (ownHost: string): Effect =>
  async ({ before, after }, collection, tx) => {
    const [old = [], current = []] = [before, after].map((item) =>
      findLinks(collection, item, ownHost),
    );
    if (JSON.stringify(old) === JSON.stringify(current)) return;
    const itemId = after?.id ?? before?.id ?? 0;
    const isOfItem = and(eq(linkUses.collection, collection.name), eq(linkUses.itemId, itemId));
    if (old.length > 0) await tx.delete(linkUses).where(isOfItem);
    await addUses(tx, usesOf(collection, itemId, current));
  };

/** For content that was written before links were followed: done once for a database. */
export const collectUses = async (
  db: Database,
  registry: readonly Collection[],
  ownHost: string,
) => {
  const isDone = await db.$count(appMeta, eq(appMeta.key, SYNCED));
  if (isDone > 0) return;
  for (const collection of registry) {
    const table = tableOf(collection);
    for (let last = 0; ; ) {
      const items: AnyItem[] = await db
        .select()
        .from(table)
        .where(gt(table.id, last))
        .orderBy(table.id)
        .limit(ITEMS_AT_ONCE);
      if (items.length === 0) break;
      const uses = items.flatMap((item) =>
        usesOf(collection, item.id, findLinks(collection, item, ownHost)),
      );
      await transact(db, (tx) => addUses(tx, uses));
      last = items.at(-1)?.id ?? last;
    }
  }
  await db.insert(appMeta).values({ key: SYNCED, value: {} }).onConflictDoNothing();
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
