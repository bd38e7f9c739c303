import { Cron } from 'croner';
import { and, asc, DrizzleQueryError, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { transact } from './changes.server.ts';
import type { Connection, Executor } from './db/database.server.ts';
import { beat, isHeld, keepHeld } from './db/lease.server.ts';
import { timedJobs } from './db/timed-jobs.table.server.ts';
import { inSpan } from './traces/in-span.server.ts';
import { LONGEST_WAIT_MS, repeat } from './woken-job.server.ts';

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
const endRun = (failure: string | null) =>
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

/** Work that the whole site does once at each time that a pattern names, whichever node is first. */
export interface TimedJob {
  name: string;
  /** Empty when not scheduled. */
  pattern: string;
  /** The setting that holds the pattern, for messages. */
  setting?: string;
  run(): Promise<unknown>;
}

interface Parts {
  connection: Pick<Connection, 'db'>;
  log: Logger;
  /** Hears of a run that failed, in the transaction that writes it down. */
  onJobFailure?: (tx: Executor, name: string, reason: string) => Promise<void>;
}

/** Two servers of one cluster may differ by this much. */
const SKEW_MS = 60_000;
/** A run that ends its process each time would else end every process. */
const MAX_TRIES = 3;
const CUT_OFF = 'The run was cut off: its process ended';

type State = typeof timedJobs.$inferSelect & { now: Date; isHeld: boolean };

const cronOf = ({ pattern, setting }: TimedJob): Cron => {
  try {
    return new Cron(pattern);
  } catch (cause) {
    throw new Error(`Wrong setting: ${setting} is not a cron expression`, { cause });
  }
};

/** With the time of the database, which is one for all nodes. */
const readState = async ({ connection: { db } }: Parts, { name }: TimedJob): Promise<State> => {
  const now = sql`now()`.mapWith(timedJobs.nextAt).as('now');
  const read = () =>
    db
      .select({ ...getTableColumns(timedJobs), now, isHeld: isHeld(timedJobs.beatAt) })
      .from(timedJobs)
      .where(eq(timedJobs.name, name));
  const [known] = await read();
  if (known) return known;
  await db.insert(timedJobs).values({ name }).onConflictDoNothing();
  const [made] = await read();
  if (!made) throw new Error(`The timed job ${name} could not be planned`);
  return made;
};

/** Of all nodes that saw this state the first to change it wins. */
const change = async (
  { connection: { db } }: Parts,
  seen: State,
  values: Partial<typeof timedJobs.$inferInsert>,
): Promise<boolean> => {
  const isAsSeen = and(
    eq(timedJobs.name, seen.name),
    sql`${timedJobs.nextAt} is not distinct from ${sql.param(seen.nextAt, timedJobs.nextAt)}`,
    sql`${timedJobs.startedAt} is not distinct from ${sql.param(seen.startedAt, timedJobs.startedAt)}`,
  );
  const rows = await db
    .update(timedJobs)
    .set(values)
    .where(isAsSeen)
    .returning({ name: timedJobs.name });
  return rows.length > 0;
};

const runHeld = async (parts: Parts, job: TimedJob, startedAt: Date) => {
  const { db } = parts.connection;
  const isThis = and(eq(timedJobs.name, job.name), eq(timedJobs.startedAt, startedAt));
  const letGo = keepHeld(() => db.update(timedJobs).set({ beatAt: beat }).where(isThis));
  let failure: string | null = null;
  try {
    await inSpan(
      'job',
      () => ({ name: job.name }),
      () => job.run(),
    );
  } catch (err) {
    parts.log.error({ err, job: job.name }, 'a timed job failed');
    failure = reasonOf(err);
  } finally {
    letGo();
  }
  await transact(db, async (tx) => {
    await tx
      .update(timedJobs)
      .set({ ...endRun(failure), startedAt: null, beatAt: null })
      .where(isThis);
    if (failure !== null) await parts.onJobFailure?.(tx, job.name, failure);
  });
};

/** When the next run is due; null where the state has to be planned anew. */
const plannedAt = ({ log }: Parts, state: State, { pattern }: TimedJob, next: Date) => {
  if (!state.nextAt || state.pattern !== pattern) return null;
  if (state.nextAt.getTime() <= next.getTime() + SKEW_MS) return state.nextAt;
  log.warn(
    { job: state.name, was: state.nextAt, is: next },
    'a timed job waited for a time that its pattern does not name yet, as after a clock that was ahead: it is planned anew',
  );
  return null;
};

/** Runs a job that is due, or whose run was cut off, unless another node is at it; resolves to how long to wait. */
export const runIfDue = async (parts: Parts, job: TimedJob): Promise<number> => {
  const state = await readState(parts, job);
  const { now } = state;
  const nextAt = cronOf(job).nextRun(now);
  if (!nextAt || (state.startedAt && state.isHeld)) return LONGEST_WAIT_MS;
  const planned = plannedAt(parts, state, job, nextAt);
  const isDue = planned !== null && planned <= now;
  const isCutOff = state.startedAt !== null;
  const failures = state.failures + (isCutOff ? 1 : 0);
  const runs = isDue || (isCutOff && failures < MAX_TRIES);
  if (runs || isCutOff || !planned) {
    const isOurs = await change(parts, state, {
      pattern: job.pattern,
      nextAt: isDue || !planned ? nextAt : planned,
      startedAt: runs ? now : null,
      beatAt: runs ? now : null,
      ...(isCutOff ? { failures, failure: CUT_OFF, failedAt: now } : {}),
    });
    if (isOurs && isCutOff) parts.log.warn({ job: job.name, takenUp: runs }, CUT_OFF);
    if (isOurs && runs) await runHeld(parts, job, now);
    return 0;
  }
  return planned.getTime() - now.getTime();
};

/** Listed without a time, so that people see that it never runs by itself. */
const turnOff = (db: Executor, { name }: TimedJob) => {
  const off = { pattern: '', nextAt: null, startedAt: null, beatAt: null, failures: 0 };
  return db
    .insert(timedJobs)
    .values({ name, ...off })
    .onConflictDoUpdate({ target: timedJobs.name, set: off });
};

/** Starts a job at the times of its pattern; every node may start it. */
export const startTimedJob = (parts: Parts, job: TimedJob): { stop(): void } => {
  if (job.pattern) cronOf(job);
  return repeat(
    async () => {
      if (job.pattern) return Math.min(LONGEST_WAIT_MS, Math.max(100, await runIfDue(parts, job)));
      await turnOff(parts.connection.db, job);
      return undefined;
    },
    (err) => parts.log.warn({ err, job: job.name }, 'a timed job could not be looked after'),
  );
};
