import { sql } from 'drizzle-orm';
import { index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { isoTimestamp } from '#platform/db/columns.server.ts';

/** Whether the page still holds the words: there, not there, or the page cannot be read. */
export type QuoteState = 'there' | 'missing' | 'unreadable';

/** The words of pages that content quotes. */
export const quotes = pgTable(
  'quotes',
  {
    id: serial('id').primaryKey(),
    collection: text('collection').notNull(),
    itemId: integer('item_id').notNull(),
    /** The part of the item that the quote is about; '' where an item has only one. */
    field: text('field').notNull().default(''),
    quote: text('quote').notNull(),
    url: text('url').notNull(),
    state: text('state').$type<QuoteState>().notNull().default('there'),
    /** When the state began. */
    since: isoTimestamp('since').notNull().default(sql`now()`),
    /** Why the page could not be read. */
    reason: text('reason'),
    nextAt: isoTimestamp('next_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('quotes_place_unique').on(
      table.collection,
      table.itemId,
      table.field,
      table.url,
      sql`md5(${table.quote})`,
    ),
    index('quotes_next_index').on(table.nextAt),
    index('quotes_state_index').on(table.state),
    index('quotes_url_index').on(table.url),
  ],
);
