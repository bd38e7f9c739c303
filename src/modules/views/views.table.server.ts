import { boolean, integer, jsonb, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import * as z from 'zod';
import { users } from '#modules/auth/auth.tables.server.ts';
import { timestampColumn } from '#platform/db/columns.server.ts';

const part = (max: number) => z.string().max(max).optional();

/** The parts of a list's address, by which it is narrowed, ordered and shown. */
export const viewSearch = z.strictObject({
  q: part(200),
  status: part(20),
  source: part(500),
  feed: part(2000),
  sort: part(50),
  filter: part(2000),
  columns: part(1000),
});

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
