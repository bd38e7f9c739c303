import { and, eq, isNull, sql } from 'drizzle-orm';
import { index, integer, json, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

export const revisions = pgTable(
  'revisions',
  {
    id: serial('id').primaryKey(),
    collection: text('collection').notNull(),
    itemId: integer('item_id').notNull(),
    version: integer('version').notNull(),
    /** The change that followed; `erased` is a delete whose trash was emptied, with little left in `data`. */
    action: text('action').$type<'update' | 'delete' | 'erased'>().notNull(),
    title: text('title').notNull(),
    /** As it was, key order included: jsonb would sort it. */
    data: json('data').$type<Record<string, unknown>>().notNull(),
    /** The item that the public changelog names for that change; null when only words changed, or nothing public. */
    changelogSubject: integer('told_of'),
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
    index('revisions_told_index')
      .on(table.collection, table.action, table.id)
      .where(sql`${table.changelogSubject} is not null`),
    index('revisions_told_of_index')
      .on(table.collection, table.changelogSubject, table.id)
      .where(sql`${table.changelogSubject} is not null`),
  ],
);

export const isInTrash = and(eq(revisions.action, 'delete'), isNull(revisions.restoredAt));
