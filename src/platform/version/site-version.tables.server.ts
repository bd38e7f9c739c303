import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** One row, begun at the time of its making, so that a restored database has other numbers than any before it. */
export const siteVersions = pgTable(
  'site_version',
  {
    id: integer('id').primaryKey().default(1),
    any: bigint('any', { mode: 'number' }).notNull(),
    hard: bigint('hard', { mode: 'number' }).notNull(),
  },
  ({ id }) => [check('site_version_one_row', sql`${id} = 1`)],
);

/** Addresses that show another thing since a version: no process sends what it made of them before. */
export const changedPaths = pgTable(
  'changed_paths',
  {
    path: text('path').primaryKey(),
    any: bigint('any', { mode: 'number' }).notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  ({ any }) => [index('changed_paths_any_index').on(any)],
);
