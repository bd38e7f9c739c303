import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** Searches that found nothing, by day and words; no visitor is stored. */
export const searchMisses = pgTable(
  'search_misses',
  {
    day: date('day', { mode: 'string' }).notNull(),
    words: text('words').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.words] })],
);
