import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { isoTimestamp } from '#platform/db/columns.server.ts';

/** In order of urgency. */
export const LINK_STATES = [
  'dead',
  'changed-hands',
  'failing',
  'moved',
  'blocked',
  'unchecked',
  'ok',
] as const;

/** Check state of each external address in the content. */
export const linkChecks = pgTable(
  'link_checks',
  {
    url: text('url').primaryKey(),
    state: text('state').$type<(typeof LINK_STATES)[number]>().notNull().default('unchecked'),
    status: integer('status'),
    /** Why it failed, in words. */
    reason: text('reason'),
    movedTo: text('moved_to'),
    /** Host and title of the page when it last worked. */
    host: text('host'),
    title: text('title'),
    failures: integer('failures').notNull().default(0),
    failingSince: isoTimestamp('failing_since'),
    checkedAt: isoTimestamp('checked_at'),
    nextAt: isoTimestamp('next_at').notNull().default(sql`now()`),
  },
  (table) => [
    index('link_checks_next_index').on(table.nextAt),
    index('link_checks_state_index').on(table.state, table.url),
  ],
);

/** Where content names an address; written with the content, in its transaction. */
export const linkUses = pgTable(
  'link_uses',
  {
    url: text('url').notNull(),
    collection: text('collection').notNull(),
    itemId: integer('item_id').notNull(),
    field: text('field').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.url, table.collection, table.itemId, table.field] }),
    index('link_uses_item_index').on(table.collection, table.itemId),
  ],
);
