import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  index,
  integer,
  pgTable,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { isoTimestamp } from '#platform/db/columns.server.ts';

/** A text has 200 kB; nothing that was stored unpacks to more. */
const MAX_UNPACKED = 1_000_000;

const packedText = customType<{ data: string; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (words) => gzipSync(words),
  fromDriver: (packed) => gunzipSync(packed, { maxOutputLength: MAX_UNPACKED }).toString(),
});

/** Whether the page still holds the words: on it, on another page of its host, gone from it, or not to be read. */
export const QUOTE_STATES = ['stands', 'moved', 'gone', 'unreadable'] as const;

export type QuoteState = (typeof QUOTE_STATES)[number];

/** The words of pages that content quotes, with what proves them. No response to visitors ever reads it whole. */
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
    /** SHA-256 and time of the text in which the quote was found; null while nobody could read the page. */
    hash: text('hash'),
    readAt: isoTimestamp('read_at'),
    /** That text: private, as it is somebody else's work. */
    snapshot: packedText('snapshot'),
    /** It is all of the page, as the quote was not in its article. */
    isWhole: boolean('is_whole').notNull().default(false),
    state: text('state').$type<QuoteState>().notNull().default('stands'),
    /** When the state began. */
    since: isoTimestamp('since').notNull().default(sql`now()`),
    checkedAt: isoTimestamp('checked_at'),
    nextAt: isoTimestamp('next_at').notNull().default(sql`now()`),
    /** The first good read without the quote. */
    missedAt: isoTimestamp('missed_at'),
    movedTo: text('moved_to'),
    /** The sentence of the page in its place. */
    candidate: text('candidate'),
    reason: text('reason'),
    /** The text without the quote. */
    newText: packedText('new_text'),
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
