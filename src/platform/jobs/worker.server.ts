import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, DrizzleQueryError, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Database } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import { transact } from '#platform/version/transact.server.ts';
import type { EndIn, JobType, OutsideJob, StoringJob } from './job-type.server.ts';
import { type Job, jobs } from './jobs.table.server.ts';
import { atWork, holdUntil, isHeld, isHeldAt, isOpen } from './queue.server.ts';
import { planTimed } from './timed.server.ts';

const TICK_MS = 1000;
const TICKS_PER_RENEWAL = 15;
const TICKS_PER_PLANNING = 60;
/** How long a stop waits for jobs under way. What is not done by then is taken up again. */
const STOP_MS = 2000;
const MAX_REASON = 300;
const CUT_OFF = 'The run was cut off: its process ended';

/** An error's own words. A failed query would name its parameters, and the database takes no NUL. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof DrizzleQueryError ? (error.cause ?? error) : error;
  const problems = cause instanceof AppError ? Object.values(cause.fields ?? {}) : [];
  const words = [cause instanceof Error ? cause.message : String(cause), ...problems].join('. ');
  return words.replaceAll('\u0000', '').toWellFormed().slice(0, MAX_REASON);
};

/** What a person has to mend fails the same way each time. */
const isRefusal = (error: unknown) => error instanceof AppError && error.status < 500;

const other = alias(jobs, 'other');

/** No process works on a job of the same subject. */
const isSubjectFree = sql`(${jobs.name}, ${jobs.subject}) not in (
  select ${other.name}, ${other.subject} from ${jobs} other
  where ${other.heldUntil} is not null and ${isHeldAt(other.heldUntil)} and ${other.subject} <> '')`;

/** No open job of the same subject and key came before it. */
const isFirst = sql`(${jobs.key} = '' or ${jobs.id} = (
  select ${other.id} from ${jobs} other
  where ${other.name} = ${jobs.name} and ${other.subject} = ${jobs.subject} and ${other.key} = ${jobs.key}
    and ${other.doneAt} is null
  order by ${other.id} limit 1))`;

const isDue = lte(jobs.runAt, sql`now()`);
const isReady = and(isOpen, isDue, sql`not ${isHeld}`, isSubjectFree, isFirst);

interface Parts {
  db: Database;
  log: Logger;
  types: readonly JobType[];
}

/** Works on the jobs of this database. Every process has one; a row lock decides who gets a job. */
export const createWorker = ({ db, log, types }: Parts) => {
  const firstReady = (name: string, from: Pick<Database, 'select'>) =>
    from
      .select()
      .from(jobs)
      .where(and(eq(jobs.name, name), isReady))
      .orderBy(asc(jobs.runAt), asc(jobs.id))
      .limit(1)
      .for('update', { skipLocked: true });

  /** Writes down how an attempt ended, unless another process has taken the job up since. */
  const end = (type: JobType, job: Job, { read, isFinal }: { read: EndIn; isFinal?: boolean }) =>
    transact(db, async (tx) => {
      const isIt = eq(jobs.id, job.id);
      const isOurs = and(isIt, isOpen, lte(jobs.attempts, job.attempts));
      const [held] = await tx.select().from(jobs).where(isOurs).for('update');
      if (!held) return;
      const { data = held.data, error = null, againInS } = await read(tx);
      const retryInS = error === null || isFinal ? undefined : type.retryInS[job.attempts - 1];
      const waitS = againInS ?? retryInS;
      const isOver = waitS === undefined;
      await tx
        .update(jobs)
        .set({
          data,
          error,
          heldUntil: null,
          attempts: againInS === undefined ? job.attempts : job.attempts - 1,
          ...(isOver
            ? { doneAt: sql`now()` }
            : { runAt: sql`now() + make_interval(secs => ${waitS})` }),
        })
        .where(isIt);
      if (!isOver) return;
      if (error !== null) await type.onFailed?.(tx, job, error);
      await planTimed(tx, type);
    });

  const fail = (type: JobType, job: Job, error: unknown) => {
    if (!isRefusal(error)) log.error({ err: error, job: job.name, id: job.id }, 'a job failed');
    const read = async () => ({ error: reasonOf(error) });
    return end(type, job, { read, isFinal: isRefusal(error) });
  };

  /** Claims and does a job in one transaction, so that both are stored or neither. */
  const store = async (type: StoringJob): Promise<boolean> => {
    let taken: Job | undefined;
    try {
      return await transact(db, async (tx) => {
        const [job] = await firstReady(type.name, tx);
        if (!job) return false;
        taken = { ...job, attempts: job.attempts + 1 };
        await type.workIn(tx, job);
        const done = { doneAt: sql`now()`, error: null, attempts: taken.attempts };
        await tx.update(jobs).set(done).where(eq(jobs.id, job.id));
        await planTimed(tx, type);
        return true;
      });
    } catch (error) {
      if (!taken) throw error;
      await fail(type, taken, error);
      return true;
    }
  };

  const oneClaim = pLimit(1);

  const claim = ({ name }: JobType) =>
    oneClaim(async () => {
      const next = db.$with('next').as(firstReady(name, db));
      const [job] = await db
        .with(next)
        .update(jobs)
        .set({ heldUntil: holdUntil, attempts: sql`${jobs.attempts} + 1` })
        .where(inArray(jobs.id, db.select({ id: next.id }).from(next)))
        .returning();
      return job;
    });

  /** Claims a job, does it, and writes down how that ended. */
  const runOutside = async (type: OutsideJob): Promise<boolean> => {
    const job = await claim(type);
    if (!job) return false;
    atWork.add(job.id);
    try {
      // It ended the process of each attempt, as far as anybody knows.
      if (job.attempts > type.retryInS.length + 1) throw new Error(CUT_OFF);
      const read = (await type.work(job)) ?? (async () => ({}));
      await end(type, job, { read });
    } catch (error) {
      await fail(type, job, error);
    } finally {
      atWork.delete(job.id);
    }
    return true;
  };

  const runOne = (type: JobType) => ('workIn' in type ? store(type) : runOutside(type));

  let isStopped = false;
  let trouble: unknown;
  const underWay = new Map<Promise<void>, JobType>();

  /** The database is away: the first failure is logged, and the timer goes on. */
  const reportTrouble = (err: unknown) => {
    if (!trouble && !isStopped) log.warn({ err }, 'the queue of jobs could not be read');
    trouble = err;
  };

  const runAll = async (type: JobType) => {
    while (!isStopped && (await runOne(type)));
  };

  const start = (type: JobType) => {
    const running = runAll(type)
      .catch(reportTrouble)
      .finally(() => underWay.delete(running));
    underWay.set(running, type);
  };

  /** Starts what is due; resolves to whether there was anything. */
  const startDue = async (): Promise<boolean> => {
    const due = await db.selectDistinct({ name: jobs.name }).from(jobs).where(isReady);
    const names = new Set(due.map(({ name }) => name));
    const ready = types.filter(({ name }) => names.has(name));
    for (const type of ready) {
      const busy = [...underWay.values()].filter((one) => one === type).length;
      for (let count = busy; count < (type.atOnce ?? 1); count += 1) start(type);
    }
    return ready.length > 0;
  };

  const renew = async () => {
    if (atWork.size === 0) return;
    const isOurs = and(inArray(jobs.id, [...atWork]), isOpen, isNotNull(jobs.heldUntil));
    await db.update(jobs).set({ heldUntil: holdUntil }).where(isOurs);
  };

  const planAll = () =>
    transact(db, async (tx) => {
      for (const type of types) await planTimed(tx, type);
    });

  let ticks = 0;
  let isTicking = false;

  const tick = async () => {
    if (isTicking || isStopped) return;
    isTicking = true;
    try {
      if (ticks % TICKS_PER_PLANNING === 0) await planAll();
      if (ticks % TICKS_PER_RENEWAL === 0) await renew();
      await startDue();
      ticks += 1;
      trouble = undefined;
    } catch (error) {
      reportTrouble(error);
    } finally {
      isTicking = false;
    }
  };

  let timer: NodeJS.Timeout | undefined;

  return {
    start() {
      timer = setInterval(() => void tick(), TICK_MS).unref();
      void tick();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      const inTime = sleep(STOP_MS, undefined, { ref: false });
      await Promise.race([Promise.all(underWay.keys()), inTime]);
    },
    /** Does all that is due, and resolves when it has ended. */
    async runDue() {
      await planAll();
      while (await startDue()) {
        await Promise.all(underWay.keys());
        if (trouble) throw trouble;
      }
    },
  };
};
