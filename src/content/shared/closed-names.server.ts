import { sql } from 'drizzle-orm';
import type { ReadContext } from '#kit/behaviour.server.ts';
import type { Collection } from '#kit/collection.ts';
import { columnOf } from '#kit/table.server.ts';

/** Tells which of these words are the name of an item that anonymous visitors do not see, and of none that they do. */
export const findClosedNames = async (
  { db, readerOf }: ReadContext,
  collection: Collection,
  words: readonly string[],
): Promise<(word: string) => boolean> => {
  if (words.length === 0) return () => false;
  const { table, visible } = readerOf(collection);
  const name = sql<string>`lower(${columnOf(collection, collection.title)})`;
  const asked = [...new Set(words.map((word) => word.toLowerCase()))];
  const rows = await db
    .select({ name, isVisible: sql<boolean>`bool_or((${visible}) is true)` })
    .from(table)
    .where(sql`${name} = any(${sql.param(asked)}::text[])`)
    .groupBy(name);
  const closed = new Set(rows.filter(({ isVisible }) => !isVisible).map((row) => row.name));
  return (word) => closed.has(word.toLowerCase());
};
