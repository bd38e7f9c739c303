import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { isoTimestamp } from '#platform/db/columns.server.ts';

/** Addresses that visitors asked for in vain. */
export const missingPages = pgTable(
  'missing_pages',
  {
    path: text('path').primaryKey(),
    hits: integer('hits').notNull(),
    lastAt: isoTimestamp('last_at').notNull(),
    /** The host of the page that led there last; never the whole address. */
    referrerHost: text('referrer_host'),
  },
  (table) => [index('missing_pages_hits_index').on(table.hits, table.lastAt)],
);

/** Reads of each page by day, and nothing about the reader. */
export const pageReads = pgTable(
  'page_reads',
  {
    day: date('day').notNull(),
    path: text('path').notNull(),
    hits: integer('hits').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.path] }),
    index('page_reads_path_index').on(table.path, table.day),
  ],
);

/** Probes of robots by day: only how often. */
export const missingProbes = pgTable('missing_probes', {
  day: date('day').primaryKey(),
  hits: integer('hits').notNull(),
});
