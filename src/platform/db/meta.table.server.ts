import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Marks of what has been done once, such as the loading of the starter content. */
export const appMeta = pgTable('app_meta', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
});
