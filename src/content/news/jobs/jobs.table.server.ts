import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#platform/db/columns.server.ts';
import type { JobEvent } from './job-event.ts';

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
    /** The rewrite's source text, for the editor's comparison. */
    source: jsonb('source').$type<{ from: 'page' | 'stored'; text: string }>(),
    startedBy: text('started_by'),
    startedAt: timestampColumn('started_at').notNull().defaultNow(),
    /** Renewed while it runs: a job whose process is gone grows silent. */
    beatAt: timestampColumn('beat_at').notNull().defaultNow(),
    finishedAt: timestampColumn('finished_at'),
  },
  (table) => [
    uniqueIndex('news_jobs_rewrite_unique')
      .on(table.subject)
      .where(sql`kind = 'rewrite' and state = 'running'`),
    uniqueIndex('news_jobs_fetch_unique')
      .on(table.kind)
      .where(sql`kind = 'fetch' and state = 'running'`),
    index('news_jobs_subject_index').on(table.kind, table.subject, table.id),
  ],
);

/** A rewrite that did not fail: its text is measured against its source. */
export const isSourced = and(
  eq(newsJobs.kind, 'rewrite'),
  ne(newsJobs.state, 'failed'),
  isNotNull(newsJobs.source),
);
