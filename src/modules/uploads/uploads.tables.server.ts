import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from '#platform/db/columns.server.ts';

/** An address, and the content that it shows: the same picture under two names is stored once. */
export const uploads = pgTable('uploads', {
  name: text('name').primaryKey(),
  sha256: text('sha256').notNull(),
  bytes: integer('bytes').notNull(),
  /** Proposed wherever the picture is inserted. */
  alt: text('alt').notNull().default(''),
  credit: text('credit').notNull().default(''),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
});

/** In pieces, so that no statement and no line of a backup grows with the picture. */
export const uploadChunks = pgTable(
  'upload_chunks',
  {
    sha256: text('sha256').notNull(),
    position: integer('position').notNull(),
    data: bytea('data').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sha256, table.position] })],
);
