import { Cron } from 'croner';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#platform/version/transact.server.ts';
import type { JobType } from './job-type.server.ts';
import { jobs } from './jobs.table.server.ts';
import { enqueueOnce, isOpen } from './queue.server.ts';

/** A timed job that fails is tried again soon, and then at its next time. */
const TIMED_RETRY_S = [60, 600];

interface TimedWork {
  name: string;
  pattern: string;
  run(): Promise<unknown>;
}

/** Work that the whole site does once at each time of a pattern. */
export const timedJob = ({ name, pattern, run }: TimedWork): JobType => ({
  name,
  pattern,
  retryInS: TIMED_RETRY_S,
  work: async () => {
    await run();
    return undefined;
  },
});

/** The next time of a pattern by the clock of the database, which all processes share. */
const nextRun = async (tx: Tx, pattern: string): Promise<Date | null> => {
  const { rows } = await tx.execute<{ now: string }>(sql`select now()::text as now`);
  return new Cron(pattern).nextRun(new Date(rows[0]?.now ?? Date.now()));
};

/** Sees to it that a timed job waits for the next time of its pattern, and for no other: a clock may have been ahead. */
export const planTimed = async (tx: Tx, { name, pattern }: JobType): Promise<void> => {
  if (pattern === undefined) return;
  const runAt = pattern === '' ? null : await nextRun(tx, pattern);
  const isWaiting = and(eq(jobs.name, name), isOpen, eq(jobs.attempts, 0));
  const isTooLate = sql`${jobs.runAt} > ${sql.param(runAt, jobs.runAt)}`;
  const isOther = sql`${jobs.data}->>'pattern' <> ${pattern}`;
  const isWrong = runAt ? sql`(${isTooLate} or ${isOther})` : undefined;
  await tx.delete(jobs).where(and(isWaiting, isWrong));
  if (runAt) await enqueueOnce(tx, { name, data: { pattern }, runAt });
};
