import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** The key of this name seals what is short-lived, and is in no backup. */
export const SIGN_IN_KEY = 'sign-in-key';

/** Marks of what has been done once, such as the loading of the starter content. */
export const appMeta = pgTable('app_meta', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
});
