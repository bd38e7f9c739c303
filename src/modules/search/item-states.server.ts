import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Collection } from '#kit/collection.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { itemDrafts } from '#modules/drafts/item-drafts.table.server.ts';
import type { Database } from '#platform/db/database.server.ts';

/** Whether an item changed: its state is another text whenever its document may be, after a restore too. */
export type ItemState = {
  collection: string;
  id: number;
  isPublic: boolean;
  state: string;
};

export interface States {
  db: Database;
  collections: readonly Collection[];
  readerOf: ReaderOf;
  /** Changes with what a document says beyond its own item. */
  stateBeyond(collection: Collection): SQL;
}

export const draftOf = (collection: Collection, id: SQL) =>
  and(eq(itemDrafts.collection, collection.name), eq(itemDrafts.itemId, id));

/** The states of all items in one statement, without their texts. */
export const readStates = async ({
  db,
  collections,
  readerOf,
  stateBeyond,
}: States): Promise<ItemState[]> => {
  const parts = collections.map((collection) => {
    const { table, visible } = readerOf(collection);
    return sql`
      select ${collection.name}::text as collection, ${table.id} as id, (${visible}) is true as "isPublic",
        concat_ws(':', ${table.version}, extract(epoch from ${table.updatedAt}), (${visible}) is true,
          coalesce(${itemDrafts.id}, 0), coalesce(${itemDrafts.version}, 0), ${stateBeyond(collection)}) as state
      from ${table} left join ${itemDrafts} on ${draftOf(collection, sql`${table.id}`)}`;
  });
  const { rows } = await db.execute<ItemState>(sql.join(parts, sql` union all `));
  return rows;
};
