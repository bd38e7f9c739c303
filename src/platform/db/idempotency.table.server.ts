import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestampColumn } from './columns.server.ts';

/** The creates of a day by the keys that clients gave them, so that a retry finds what the first one made. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: integer('user_id').notNull(),
    key: text('key').notNull(),
    request: text('request').notNull(),
    /** Null only inside the transaction of the create. */
    itemId: integer('item_id'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_created_index').on(table.createdAt),
  ],
);
