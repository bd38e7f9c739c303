import { and, eq } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
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
export const holdStored = async (tx: Executor, subject: Subject): Promise<AnyItem | null> =>
  (await selectItem(tx, subject).for('update'))[0] ?? null;
