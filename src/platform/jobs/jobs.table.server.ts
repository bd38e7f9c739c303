import { sql } from 'drizzle-orm';
import { bigserial, index, integer, json, pgTable, text } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#platform/db/columns.server.ts';

/** Work that waits, is done by one of the processes, and stays here for a while with how it ended. */
export const jobs = pgTable(
  'jobs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Which kind of job it is. */
    name: text('name').notNull(),
    /** Whom it is about, such as an item or a receiver: one job at a time for each; '' where that does not matter. */
    subject: text('subject').notNull().default(''),
    /** Jobs of one subject and key are done in the order in which they came; '' where that does not matter. */
    key: text('key').notNull().default(''),
    /** JSON and not JSONB, which would put an item's fields into another order. */
    data: json('data').$type<unknown>().notNull().default({}),
    runAt: timestampColumn('run_at').notNull().defaultNow(),
    /** A process works on it until then, and says so again while it does. */
    heldUntil: timestampColumn('held_until'),
    attempts: integer('attempts').notNull().default(0),
    /** Why the last attempt failed. */
    error: text('error'),
    /** When it ended: with an error it failed for good, without one it is done. */
    doneAt: timestampColumn('done_at'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('jobs_due_index').on(table.runAt).where(sql`${table.doneAt} is null`),
    index('jobs_held_index')
      .on(table.name, table.subject)
      .where(sql`${table.heldUntil} is not null`),
    index('jobs_order_index')
      .on(table.name, table.subject, table.key, table.id)
      .where(sql`${table.doneAt} is null`),
    index('jobs_subject_index').on(table.name, table.subject, table.id),
  ],
);

export type Job = typeof jobs.$inferSelect;
