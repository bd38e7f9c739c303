import { and, eq, isNull } from 'drizzle-orm';
import { index, integer, json, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

export const revisions = pgTable(
  'revisions',
  {
    id: serial('id').primaryKey(),
    collection: text('collection').notNull(),
    itemId: integer('item_id').notNull(),
    version: integer('version').notNull(),
    /** The change that followed. */
    action: text('action').$type<'update' | 'delete'>().notNull(),
    title: text('title').notNull(),
    /** As it was, key order included: jsonb would sort it. */
    data: json('data').$type<Record<string, unknown>>().notNull(),
    userId: integer('user_id'),
    userEmail: text('user_email'),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    restoredAt: timestamp('restored_at', { withTimezone: true, precision: 3 }),
  },
  (table) => [
    index('revisions_item_index').on(table.collection, table.itemId, table.id),
    index('revisions_collection_index').on(table.collection, table.id),
    index('revisions_author_index').on(table.collection, table.userEmail, table.itemId),
    index('revisions_trash_index').on(table.action, table.restoredAt, table.id),
  ],
);

export const isInTrash = and(eq(revisions.action, 'delete'), isNull(revisions.restoredAt));
