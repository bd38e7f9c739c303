import { type SQL, sql } from 'drizzle-orm';
import { customType, type PgColumn } from 'drizzle-orm/pg-core';
import type { AnyItem } from '#kit/collection.ts';

/** A moment is ISO text everywhere but in the table, and kept to the millisecond. */
export const moment = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});

const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** A row as an answer carries it: moments are ISO text. */
export const toItem = (row: Record<string, unknown>): AnyItem =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, plain(value)])) as AnyItem;

/** Whether a column, of text or of texts, contains a term, whatever the term contains. */
export const mentions = (column: PgColumn, term: string, isList: boolean): SQL => {
  const pattern = `%${term.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
  // The same words as in the index of searched texts (drizzle/0006_search.sql), or it goes unused.
  return sql`${isList ? sql`list_text(${column})` : column} ilike ${pattern}`;
};
