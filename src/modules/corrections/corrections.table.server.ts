import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { isoTimestamp, linkText } from '#platform/db/columns.server.ts';
import type { CorrectionState } from './corrections.schema.ts';

/** Mistakes that readers report. Only our own words about them are ever public. */
export const corrections = pgTable(
  'corrections',
  {
    id: serial('id').primaryKey(),
    path: text('path').notNull(),
    /** The fact or cell on that page, as the link to the form named it. */
    part: text('part'),
    /** The page's own title when it was reported. */
    title: text('title').notNull(),
    text: text('text').notNull(),
    url: linkText('url'),
    /** For the answer; deleted 90 days after the decision. */
    email: text('email'),
    /** As the sender says. */
    isFromVendor: boolean('is_from_vendor').notNull().default(false),
    state: text('state').$type<CorrectionState>().notNull().default('open'),
    /** Public. */
    reason: text('reason'),
    mergedInto: integer('merged_into'),
    /** The item whose next public change answers it. */
    collection: text('collection'),
    itemId: integer('item_id'),
    isAnswered: boolean('is_answered').notNull().default(false),
    receivedAt: isoTimestamp('received_at').notNull().default(sql`now()`),
    decidedAt: isoTimestamp('decided_at'),
  },
  (table) => [
    index('corrections_state_index').on(table.state, table.receivedAt),
    index('corrections_decided_index').on(table.decidedAt),
  ],
);
