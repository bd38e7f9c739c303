import { asc, DrizzleQueryError, getTableColumns, sql } from 'drizzle-orm';
import type { Executor } from './db/database.server.ts';
import { timedJobs } from './db/timed-jobs.table.server.ts';

const MAX_REASON = 300;
/** A job is late after this many minutes, whatever holds it up. */
const GRACE_MINUTES = 10;
/** How often a job that is asked for all the time says that it is well. */
const TOLD_EVERY_MINUTES = 5;

/** An error's own words; a failed query would name its parameters. */
export const reasonOf = (error: unknown): string => {
  const cause = error instanceof DrizzleQueryError ? (error.cause ?? error) : error;
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, MAX_REASON);
};

/** Columns set when a run ends. */
export const endRun = (failure: string | null) =>
  failure === null
    ? { succeededAt: sql`now()`, failures: 0 }
    : { failedAt: sql`now()`, failure, failures: sql`${timedJobs.failures} + 1` };

interface Outcome {
  failure: string | null;
  nextAt: Date | null;
  /** That there was something to do. */
  isWork: boolean;
}

/** For work that plans itself: writes down what came of it, where that is news. */
export const tellRun = async (db: Executor, name: string, { failure, nextAt, isWork }: Outcome) => {
  const isNews = sql`${isWork || failure !== null} or ${timedJobs.failures} > 0
    or ${timedJobs.nextAt} is distinct from excluded.next_at or ${timedJobs.succeededAt} is null
    or ${timedJobs.succeededAt} not between now() - make_interval(mins => ${TOLD_EVERY_MINUTES}) and now()`;
  await db
    .insert(timedJobs)
    .values({
      name,
      nextAt,
      ...(failure === null
        ? { succeededAt: sql`now()` }
        : { failedAt: sql`now()`, failure, failures: 1 }),
    })
    .onConflictDoUpdate({
      target: timedJobs.name,
      set: { nextAt, ...endRun(failure) },
      setWhere: isNews,
    });
};

/** Every timed job with what came of it last. */
export const listTimedJobs = (db: Executor) =>
  db
    .select({
      ...getTableColumns(timedJobs),
      isOverdue: sql<boolean>`coalesce(${timedJobs.nextAt} < now() - make_interval(mins => ${GRACE_MINUTES}), false)`,
    })
    .from(timedJobs)
    .orderBy(asc(timedJobs.name));
