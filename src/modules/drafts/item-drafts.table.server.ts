import { integer, json, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#platform/db/columns.server.ts';

/** A draft beside the live item, in a row of its own, which no public read names. */
export const itemDrafts = pgTable(
  'item_drafts',
  {
    id: serial('id').primaryKey(),
    collection: text('collection').notNull(),
    itemId: integer('item_id').notNull(),
    /** Counts the saves of this draft; 0 for an item that never was public and is only marked as ready. */
    version: integer('version').notNull().default(1),
    /** The version of the item that it was written over. */
    baseVersion: integer('base_version').notNull(),
    title: text('title').notNull(),
    /** Drafted fields; absent ones stay as in the item. */
    fields: json('fields').$type<Record<string, unknown>>().notNull(),
    userId: integer('user_id'),
    userEmail: text('user_email'),
    /** Since when it may go live, in the eyes of whoever marked it. */
    readyAt: timestampColumn('ready_at'),
    readyBy: text('ready_by'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('item_drafts_item_unique').on(table.collection, table.itemId)],
);
