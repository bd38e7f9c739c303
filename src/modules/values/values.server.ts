import { asc, eq, sql } from 'drizzle-orm';
import type { Collection } from '#kit/collection.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import type { Viewer } from '#platform/viewer.ts';

/** A longer selector is of no use; other values can still be typed. */
const MAX_VALUES = 1000;

const isList = (collection: Collection, key: string) => collection.fields[key]?.kind === 'list';

/** Values of a freely filled field, drafts included, in alphabetical order, with how many items have each. */
export const listValues = (db: Database, collection: Collection, key: string) => {
  const column = columnOf(collection, key);
  const value = isList(collection, key) ? sql<string>`unnest(${column})` : sql<string>`${column}`;
  const each = db
    .select({ value: value.as('value') })
    .from(tableOf(collection))
    .as('each');
  return db
    .select({ value: each.value, count: sql<number>`count(*)::int` })
    .from(each)
    .where(sql`${each.value} <> ''`)
    .groupBy(each.value)
    .orderBy(asc(sql`lower(${each.value})`), asc(each.value))
    .limit(MAX_VALUES);
};

interface Renaming {
  key: string;
  from: string;
  to: string;
}

/** A list keeps its order, and the new name stands in it once. */
const renameIn = (value: unknown, { from, to }: Renaming): unknown =>
  Array.isArray(value) ? [...new Set(value.map((each) => (each === from ? to : each)))] : to;

/** Gives a value another name wherever it stands: all items or none, each with its version before in the history. */
export const renameValue = (
  { collection, writer }: CollectionParts,
  viewer: Viewer,
  renaming: Renaming,
): Promise<number> => {
  const { key, from } = renaming;
  const table = tableOf(collection);
  const column = columnOf(collection, key);
  const hasIt = isList(collection, key) ? sql`${from} = any(${column})` : eq(column, from);
  return writer.inTransaction(async (tx) => {
    const items = await tx
      .select({ id: table.id, value: sql<unknown>`${column}` })
      .from(table)
      .where(hasIt)
      .orderBy(table.id)
      .for('update');
    for (const { id, value } of items) {
      await writer.updateIn(tx, viewer, { id }, { [key]: renameIn(value, renaming) });
    }
    return items.length;
  });
};
