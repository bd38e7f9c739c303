import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#platform/db/columns.server.ts';
import type { StoredValues } from './settings.schema.server.ts';

/** The settings of the panel: one row. */
export const settingsTable = pgTable('settings', {
  id: integer('id').primaryKey(),
  version: integer('version').notNull().default(1),
  values: jsonb('values').$type<StoredValues>().notNull().default({}),
});

/** How each feed was read last. */
export const feedResults = pgTable('feed_results', {
  url: text('url').primaryKey(),
  at: timestampColumn('at').notNull().defaultNow(),
  found: integer('found').notNull().default(0),
  saved: integer('saved').notNull().default(0),
  /** Items beyond those that are read at once. */
  cut: integer('cut').notNull().default(0),
  problem: text('problem'),
});
