import { integer, json, pgTable, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

/** Agreed: the reviewer who was asked approves, and a publisher has the last word. */
export const REVIEW_STATES = ['draft', 'in review', 'agreed', 'approved'] as const;

export type ReviewState = (typeof REVIEW_STATES)[number];

export interface ReviewNote {
  by: string | null;
  at: string;
  text: string;
}

/** How far an item or its draft is on its way to readers. */
export const reviews = pgTable(
  'reviews',
  {
    id: serial('id').primaryKey(),
    collection: text('collection').notNull(),
    itemId: integer('item_id').notNull(),
    state: text('state').$type<ReviewState>().notNull().default('draft'),
    assignee: text('assignee'),
    /** Email of whoever asked for the review, who hears of the answer. */
    askedBy: text('asked_by'),
    /** The text that the state was given to: another one has to be looked at again. */
    itemVersion: integer('item_version').notNull(),
    draftVersion: integer('draft_version'),
    notes: json('notes').$type<ReviewNote[]>().notNull().default([]),
    userEmail: text('user_email'),
    updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('reviews_item_unique').on(table.collection, table.itemId)],
);
