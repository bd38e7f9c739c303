import { index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#platform/db/columns.server.ts';

/** Which items were given a field at once, so that it can be taken back; what they held before is in the revisions. */
export const bulkEdits = pgTable(
  'bulk_edits',
  {
    id: serial('id').primaryKey(),
    collection: text('collection').notNull(),
    field: text('field').notNull(),
    /** With the version that the edit made. */
    items: jsonb('items').$type<{ id: number; version: number }[]>().notNull(),
    userId: integer('user_id'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    undoneAt: timestampColumn('undone_at'),
  },
  (table) => [index('bulk_edits_created_index').on(table.createdAt)],
);
