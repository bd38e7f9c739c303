import { boolean, integer, jsonb, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type * as z from 'zod';
import { users } from '#modules/auth/auth.tables.server.ts';
import { timestampColumn } from '#platform/db/columns.server.ts';
import type { viewSearch } from './views.schema.ts';

/** Lists as people have shaped them, for themselves or for all. */
export const listViews = pgTable(
  'list_views',
  {
    id: serial('id').primaryKey(),
    collection: text('collection').notNull(),
    name: text('name').notNull(),
    isShared: boolean('is_shared').notNull().default(false),
    search: jsonb('search').$type<z.output<typeof viewSearch>>().notNull(),
    /** Null once its maker was removed: what is shared stays. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('list_views_name_unique').on(table.userId, table.collection, table.name)],
);
