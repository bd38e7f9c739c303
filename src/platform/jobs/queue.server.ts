import { and, eq, isNotNull, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import type { Executor } from '#platform/db/database.server.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import { type Job, jobs } from './jobs.table.server.ts';

/** A process that is silent for this long is gone, and another one takes up its jobs. */
const HOLD_S = 60;
const KEPT_DAYS = 30;

export const holdUntil = sql`now() + make_interval(secs => ${HOLD_S})`;
/** A time far beyond the hold was written by a clock that was ahead. */
export const isHeldAt = (heldUntil: SQLWrapper) =>
  sql<boolean>`coalesce(${heldUntil} between now() and now() + make_interval(secs => ${2 * HOLD_S}), false)`;
export const isHeld = isHeldAt(jobs.heldUntil);
export const isOpen = isNull(jobs.doneAt);
export const isDone = and(isNotNull(jobs.doneAt), isNull(jobs.error));
export const hasFailed = and(isNotNull(jobs.doneAt), isNotNull(jobs.error));

type Values = PgInsertValue<typeof jobs>;
export type NewJob = Pick<Values, 'data' | 'runAt' | 'heldUntil'> & {
  name: string;
  subject?: string;
  key?: string;
};

/** Queues a job with the change that asks for it: both are stored, or neither. */
export const enqueue = async (tx: Tx, job: NewJob): Promise<void> => {
  await tx.insert(jobs).values(job);
};

/** Queues a job unless one of its name, subject and key is open; resolves to the new one. */
export const enqueueOnce = async (tx: Tx, job: NewJob): Promise<Job | undefined> => {
  const { name, subject = '', key = '' } = job;
  const lock = `job ${name} ${subject} ${key}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
  const isSame = and(eq(jobs.name, name), eq(jobs.subject, subject), eq(jobs.key, key), isOpen);
  if ((await tx.$count(jobs, isSame)) > 0) return undefined;
  const [made] = await tx.insert(jobs).values(job).returning();
  return made;
};

/** What this process works on; the worker renews the hold of each. */
export const atWork = new Set<number>();

/** Deletes jobs that ended 30 days ago, but for the last good one of a name, or of each subject of some names. */
export const forgetJobs = async (db: Executor, ofEachSubject: readonly string[]): Promise<void> => {
  await db.execute(sql`delete from ${jobs}
    where ${jobs.doneAt} < now() - make_interval(days => ${KEPT_DAYS})
      and (${jobs.error} is not null or exists (
        select 1 from ${jobs} later where later.name = ${jobs.name} and later.id > ${jobs.id}
          and later.done_at is not null and later.error is null
          and (later.subject = ${jobs.subject} or later.name <> all(${sql.param([...ofEachSubject])}::text[]))))`);
};
