import { customType } from 'drizzle-orm/pg-core';
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

/** A LIKE pattern for text that contains the term, whatever the term contains. */
export const containing = (term: string) => `%${term.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
