import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { JobEvent } from './job-event.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Rewrites and feed fetches with their steps, so that every node and every reload can find them. */
export const newsJobs = pgTable(
  'news_jobs',
  {
    id: serial('id').primaryKey(),
    kind: text('kind').$type<'rewrite' | 'fetch'>().notNull(),
    /** The article of a rewrite. */
    subject: integer('subject').notNull().default(0),
    title: text('title').notNull().default(''),
    state: text('state').$type<'running' | 'done' | 'failed'>().notNull().default('running'),
    steps: jsonb('steps').$type<JobEvent[]>().notNull().default([]),
    /** What the original page said, for the editor's comparison. */
    source: jsonb('source').$type<{ from: 'page' | 'stored'; text: string }>(),
    startedBy: text('started_by'),
    startedAt: moment('started_at').notNull().defaultNow(),
    /** A process that is alive renews it. */
    beatAt: moment('beat_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    uniqueIndex('news_jobs_rewrite_unique')
      .on(table.subject)
      .where(sql`kind = 'rewrite' and state = 'running'`),
    index('news_jobs_subject_index').on(table.kind, table.subject, table.id),
  ],
);
