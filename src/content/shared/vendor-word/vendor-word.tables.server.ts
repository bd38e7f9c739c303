import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Level } from '#content/coverage/coverage.collection.ts';
import { linkText, timestampColumn } from '#platform/db/columns.server.ts';
import { describeTable } from '#platform/statement-reads.server.ts';

export const WORD_STATES = ['pending', 'shown', 'refused'] as const;

export type WordState = (typeof WORD_STATES)[number];

/** The key on which a read of any vendor's word depends, and which a decision announces. */
export const VENDOR_WORDS = 'vendor-words';

/** One-time links to people at a vendor, and the session of answering that each may open. */
export const vendorLinks = pgTable(
  'vendor_links',
  {
    id: serial('id').primaryKey(),
    /** No foreign key: a vendor may come back from the trash under its id. */
    vendorId: integer('vendor_id').notNull(),
    email: text('email').notNull(),
    /** SHA-256 of what the letter holds; the token itself is nowhere but there. */
    tokenHash: text('token_hash').notNull().unique(),
    expiresAt: timestampColumn('expires_at').notNull(),
    /** Set when the link is used, which it can be once. */
    sessionHash: text('session_hash').unique(),
    sessionUntil: timestampColumn('session_until'),
  },
  (table) => [index('vendor_links_vendor_index').on(table.vendorId)],
);

/** A vendor's statement on one feature, or its reply where no feature is named. */
export const vendorWords = pgTable(
  'vendor_words',
  {
    id: serial('id').primaryKey(),
    vendorId: integer('vendor_id').notNull(),
    featureId: integer('feature_id'),
    /** Gone with the address behind it; the word stays. */
    linkId: integer('link_id').references(() => vendorLinks.id, { onDelete: 'set null' }),
    /** Null in a reply. */
    level: text('level').$type<Level>(),
    text: text('text').notNull().default(''),
    documentedAt: linkText('documented_at'),
    /** The host of the address that the link went to. */
    domain: text('domain').notNull(),
    statedOn: date('stated_on', { mode: 'string' }).notNull(),
    state: text('state').$type<WordState>().notNull().default('pending'),
    reason: text('reason'),
    decidedBy: text('decided_by'),
    decidedAt: timestampColumn('decided_at'),
  },
  (table) => [
    check('vendor_words_state_check', sql`state in ('pending', 'shown', 'refused')`),
    index('vendor_words_state_index').on(table.state, table.id),
    index('vendor_words_link_index').on(table.linkId),
    // One that waits and one that is shown for each cell, and for the reply.
    uniqueIndex('vendor_words_cell_unique')
      .on(table.vendorId, sql`coalesce(${table.featureId}, 0)`, table.state)
      .where(sql`state <> 'refused'`),
  ],
);

describeTable(vendorWords, [VENDOR_WORDS]);
