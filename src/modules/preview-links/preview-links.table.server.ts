import { index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#platform/db/columns.server.ts';

/** Links by which people without an account see one item as it will be. */
export const previewLinks = pgTable(
  'preview_links',
  {
    id: serial('id').primaryKey(),
    collection: text('collection').notNull(),
    itemId: integer('item_id').notNull(),
    /** SHA-256 of the token: a leaked table opens no preview. */
    tokenHash: text('token_hash').notNull().unique(),
    userId: integer('user_id'),
    userEmail: text('user_email'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    expiresAt: timestampColumn('expires_at').notNull(),
  },
  (table) => [index('preview_links_item_index').on(table.collection, table.itemId)],
);
