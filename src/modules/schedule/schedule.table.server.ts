import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  json,
  pgTable,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestampColumn } from '#platform/db/columns.server.ts';

/** Timed publishing and unpublishing of items, and its outcome. */
export const schedule = pgTable(
  'schedule',
  {
    id: serial('id').primaryKey(),
    collection: text('collection').notNull(),
    itemId: integer('item_id').notNull(),
    action: text('action').$type<'publish' | 'unpublish'>().notNull(),
    at: timestampColumn('at').notNull(),
    state: text('state').$type<'waiting' | 'done' | 'failed'>().notNull().default('waiting'),
    title: text('title').notNull(),
    /** The fields that go live, as scheduled; absent ones stay as they are. */
    fields: json('fields').$type<Record<string, unknown>>().notNull(),
    /** The version that was seen: another one is not overwritten. */
    baseVersion: integer('base_version'),
    draftVersion: integer('draft_version'),
    /** A person was asked and wants it. */
    isConfirmed: boolean('is_confirmed').notNull().default(false),
    problem: text('problem'),
    userId: integer('user_id'),
    userEmail: text('user_email'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    endedAt: timestampColumn('ended_at'),
  },
  (table) => [
    index('schedule_due_index').on(table.state, table.at),
    uniqueIndex('schedule_waiting_unique')
      .on(table.collection, table.itemId, table.action)
      .where(sql`${table.state} = 'waiting'`),
  ],
);
