import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestampColumn } from './columns.server.ts';

/** The site's own jobs: next run, and how the last one ended. */
export const timedJobs = pgTable('timed_jobs', {
  name: text('name').primaryKey(),
  /** Of another pattern the next run says nothing; null where a job plans itself, empty where no time is set. */
  pattern: text('pattern'),
  nextAt: timestampColumn('next_at'),
  /** Set while a run is under way, or was cut off. */
  startedAt: timestampColumn('started_at'),
  /** Renewed while it runs: a run whose process is gone grows silent. */
  beatAt: timestampColumn('beat_at'),
  succeededAt: timestampColumn('succeeded_at'),
  failedAt: timestampColumn('failed_at'),
  failure: text('failure'),
  /** In a row. */
  failures: integer('failures').notNull().default(0),
});
