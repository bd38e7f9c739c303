import { and, eq, inArray } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';

/** The item that a row of the desk's own tables belongs to. */
export interface Place {
  collection: string;
  itemId: number;
}

/** The same, where the definition is at hand. */
export interface Subject {
  collection: Collection;
  id: number;
}

export const placeOf = ({ collection, id }: Subject): Place => ({
  collection: collection.name,
  itemId: id,
});

export const keyOf = ({ collection, itemId }: Place) => `${collection}/${itemId}`;

export const isAt = (table: Record<keyof Place, PgColumn>, { collection, itemId }: Place) =>
  and(eq(table.collection, collection), eq(table.itemId, itemId));

/** The columns that tell who wrote a row; empty for the server's own work. */
export const signedBy = (viewer: Pick<NonNullable<Viewer>, 'id' | 'email'> | null) => ({
  userId: viewer?.id ?? null,
  userEmail: viewer?.email ?? null,
});

const selectItem = (db: Executor, { collection, id }: Subject) => {
  const table = tableOf(collection);
  return db.select().from(table).where(eq(table.id, id));
};

/** An item as it is stored, public or not. */
export const findStored = async (db: Executor, subject: Subject): Promise<AnyItem | null> =>
  (await selectItem(db, subject))[0] ?? null;

/** The same as the last commit left it, held until the transaction ends. */
export const holdStored = async (tx: Tx, subject: Subject): Promise<AnyItem | null> =>
  (await selectItem(tx, subject).for('update'))[0] ?? null;

const idsOf = (places: readonly Place[]) => [...new Set(places.map(({ itemId }) => itemId))];

/** The definition and the ids of places by their type, without those of unknown types. */
export const byType = (registry: readonly Collection[], places: readonly Place[]) =>
  Map.groupBy(places, ({ collection }) => collection)
    .entries()
    .flatMap(([name, some]) => {
      const collection = registry.find((one) => one.name === name);
      return collection ? [{ collection, ids: idsOf(some) }] : [];
    });

/** The items' titles of now, by the keys of their places; one in the trash, or gone, has no title. */
export const readTitles = async (
  db: Executor,
  registry: readonly Collection[],
  places: readonly Place[],
) => {
  const titles = new Map<string, string>();
  for (const { collection, ids } of byType(registry, places)) {
    const table = tableOf(collection);
    // No more than the titles: an inbox is read each minute, and texts are long.
    const rows = await db
      .select({ id: table.id, title: columnOf(collection, collection.title) })
      .from(table)
      .where(inArray(table.id, ids));
    for (const { id, title } of rows)
      titles.set(keyOf(placeOf({ collection, id })), String(title ?? ''));
  }
  return titles;
};
