import { and, eq, max, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { jobs } from '#platform/jobs/jobs.table.server.ts';
import { hasFailed, isDone, isHeld, isOpen } from '#platform/jobs/queue.server.ts';
import { jobTypesOf } from './job-types.server.ts';

const JOBS = {
  name: 'Background jobs',
  description: 'What the site does by itself, and how that ended.',
};

/** Deliveries of webhooks and rewrites have lists of their own. */
const LISTED = new Set(['schedule', 'mail', 'news-feeds', 'link-checks', 'quotes', 'retention']);
/** A job is late after this many minutes. */
const GRACE_MINUTES = 10;

const moment = z.iso.datetime().nullable();

const jobSummary = z
  .object({
    name: z.string(),
    nextAt: moment.meta({ description: 'When the next one is due; null when nothing waits' }),
    isOff: z.boolean().meta({ description: 'No time is set for it' }),
    isRunning: z.boolean(),
    succeededAt: moment,
    failedAt: moment,
    failure: z.string().nullable().meta({ description: 'Why it failed last' }),
    failures: z.int().meta({ description: 'In a row' }),
    isOverdue: z.boolean().meta({ description: 'Ten minutes late or more' }),
    isTroubled: z.boolean().meta({ description: 'Overdue, or failed twice in a row' }),
  })
  .meta({ id: 'JobSummary' });

const momentOf = (value: SQL) => sql<Date | null>`${value}`.mapWith(jobs.runAt);

/** How the jobs of each name are doing. */
const summarize = (db: Database) => {
  const lastGood = db
    .select({ name: jobs.name, at: max(jobs.doneAt).as('at') })
    .from(jobs)
    .where(isDone)
    .groupBy(jobs.name)
    .as('last_good');
  const isWaiting = and(isOpen, sql`not ${isHeld}`);
  const dueAt = sql`min(${jobs.runAt}) filter (where ${isWaiting})`;
  const isLate = sql`${dueAt} < now() - make_interval(mins => ${GRACE_MINUTES})`;
  return db
    .select({
      name: jobs.name,
      nextAt: momentOf(dueAt),
      isRunning: sql<boolean>`coalesce(bool_or(${isHeld}) filter (where ${isOpen}), false)`,
      succeededAt: momentOf(sql`${lastGood.at}`),
      failedAt: momentOf(sql`max(${jobs.doneAt}) filter (where ${hasFailed})`),
      failure: sql<
        string | null
      >`(array_agg(${jobs.error} order by ${jobs.doneAt} desc) filter (where ${hasFailed}))[1]`,
      failures: sql<number>`count(*) filter (where ${hasFailed}
        and ${jobs.doneAt} > coalesce(${lastGood.at}, '-infinity'))::int`,
      isOverdue: sql<boolean>`coalesce(${isLate}, false)`,
    })
    .from(jobs)
    .leftJoin(lastGood, eq(lastGood.name, jobs.name))
    .groupBy(jobs.name, lastGood.at);
};

const UNKNOWN = {
  nextAt: null,
  isRunning: false,
  succeededAt: null,
  failedAt: null,
  failure: null,
  failures: 0,
  isOverdue: false,
};

/** For publishers, who must see why a publication is held up. */
export const mountJobs = (api: Api, parts: AppParts) => {
  const { db } = parts.connection;

  return [
    endpoint(api, {
      tag: JOBS,
      method: 'get',
      id: 'listJobs',
      path: '/api/jobs',
      summary: 'Every kind of background job: last success, last failure and next run',
      access: 'publisher',
      response: z.array(jobSummary),
      handle: async () => {
        const known = new Map((await summarize(db)).map((row) => [row.name, row]));
        return jobTypesOf(parts)
          .filter(({ name }) => LISTED.has(name))
          .map(({ name, pattern }) => {
            const job = { ...UNKNOWN, name, ...known.get(name) };
            const isOff = pattern === '';
            return { ...job, isOff, isTroubled: job.isOverdue || job.failures > 1 };
          });
      },
    }),
  ];
};
