import { and, asc, eq, lte, min, type SQL, sql } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { visibilityPatch } from '#kit/is-public.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { isOut } from '#modules/auth/sessions.server.ts';
import { findUserById } from '#modules/auth/users.server.ts';
import { forgetDraft, lockDraft } from '#modules/drafts/item-drafts.server.ts';
import type { Place } from '#modules/place.server.ts';
import type { releases } from '#modules/releases/releases.tables.server.ts';
import { queueJobFailed } from '#modules/webhooks/queue-webhooks.server.ts';
import { transact } from '#platform/changes.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import { nameOf } from '#platform/person-name.ts';
import { hasRole } from '#platform/roles.ts';
import { reasonOf, tellRun } from '#platform/timed-job.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { LONGEST_WAIT_MS, startWokenJob } from '#platform/woken-job.server.ts';
import { type Entry, isWaiting, SCHEDULE_KEY } from './schedule.server.ts';
import { schedule } from './schedule.table.server.ts';

type Parts = Pick<AppParts, 'connection' | 'content' | 'log' | 'settings'>;

const AT_ONCE = 50;

const MOVED =
  'It was changed after it was scheduled, so that nothing was overwritten. Look at both texts and schedule it again.';

/** A schedule is no better than the person behind it is when its time comes; the server's own work has none. */
export const requirePublisher = async (
  tx: Executor,
  { userId, userEmail }: Pick<Entry, 'userId' | 'userEmail'>,
  allowList: readonly string[],
): Promise<Viewer> => {
  if (userId === null) return null;
  const user = await findUserById(tx, userId);
  const isSame = user !== null && user.email === userEmail;
  const mayPublish = isSame && hasRole(user, 'publisher');
  const hasPassword = isSame && user.passwordHash !== null;
  if (mayPublish && !isOut({ ...user, hasPassword, opening: {} }, { allowList })) {
    const { id, email, role } = user;
    return { id, email, role };
  }
  throw new AppError(
    'forbidden',
    `${user ? nameOf(user) : userEmail} scheduled it and may no longer publish. Whoever may can schedule it again.`,
  );
};

interface Task extends CollectionParts {
  viewer: Viewer;
}

const carryOut = async (tx: Executor, { collection, writer, viewer }: Task, entry: Entry) => {
  const { itemId: id, fields, baseVersion, draftVersion, isConfirmed } = entry;
  const isOn = entry.action === 'publish';
  const change = { ...fields, ...visibilityPatch(collection, isOn) };
  // A draft that went on since waits on, and its review with it.
  const draft = isOn ? (await lockDraft(tx, { collection, id })).draft : null;
  if (draft?.version === draftVersion) await forgetDraft(tx, { collection, id });
  const at = isOn ? { id, version: baseVersion ?? undefined, isConfirmed } : { id };
  await writer.updateDueIn(tx, viewer, at, change);
};

const explain = ({ code, message, fields }: AppError): string =>
  code === 'changed' ? MOVED : [message, ...Object.values(fields ?? {})].join('. ');

interface Failure {
  job: string;
  reason: string;
  about: Place;
  /** Writes the failure down, where it still waited; resolves to what is told of it. */
  mark(tx: Executor): Promise<({ title: string } & Record<string, unknown>)[]>;
}

/** An error that a person can mend is kept and told; a server error is tried again. */
export const failDue = (db: Database, { job, reason, about, mark }: Failure): Promise<void> =>
  transact(db, async (tx) => {
    for (const { title, ...told } of await mark(tx)) {
      const details = { ...told, reason };
      await recordActivity(tx, null, { action: 'schedule failed', ...about, title, details });
      // A release is no item that receivers know.
      await queueJobFailed(tx, job, reason, job === about.collection ? {} : about);
    }
  });

/** Runs once on one node: the holder of the row lock runs and ends it in one transaction. */
const runOne = async (
  { content, connection, settings }: Parts,
  { id, collection, itemId }: Entry,
  now: Date | SQL,
) => {
  const isIt = and(eq(schedule.id, id), isWaiting);
  try {
    const parts = content.partsOf(collection);
    await parts.writer.inTransaction(async (tx) => {
      const held = tx.select().from(schedule).where(isIt).for('update', { skipLocked: true });
      const [entry] = await held;
      if (!entry) return;
      const viewer = await requirePublisher(tx, entry, settings.ADMIN_EMAILS);
      await carryOut(tx, { ...parts, viewer }, entry);
      await tx.update(schedule).set({ state: 'done', endedAt: now }).where(isIt);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = explain(error);
    const { title, action: to, userEmail: scheduledBy } = schedule;
    await failDue(connection.db, {
      job: 'schedule',
      reason,
      about: { collection, itemId },
      mark: (tx) =>
        tx
          .update(schedule)
          .set({ state: 'failed', endedAt: now, problem: reason })
          .where(isIt)
          .returning({ title, to, scheduledBy }),
    });
  }
};

/** One after the other: a server error holds no other up. Resolves to their count. */
export const runEach = async <T>(due: readonly T[], run: (one: T) => Promise<unknown>) => {
  const failures: unknown[] = [];
  for (const one of due) await run(one).catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
  return due.length;
};

/** Runs due entries by the clock of the database, which all nodes share, the earliest first. */
export const runDue = async (parts: Parts, now: Date | SQL = sql`now()`): Promise<number> => {
  const due = await parts.connection.db
    .select()
    .from(schedule)
    .where(and(isWaiting, lte(schedule.at, now)))
    .orderBy(asc(schedule.at), asc(schedule.id))
    .limit(AT_ONCE);
  return runEach(due, (entry) => runOne(parts, entry, now));
};

interface DueJob {
  /** Also of the job. */
  key: string;
  table: typeof schedule | typeof releases;
  isWaiting: SQL;
  /** Resolves to how much was due. */
  run(): Promise<number>;
}

/** At the start all that is overdue, then each at its time; the panel is told what came of it. */
export const startDueJob = (
  { connection: { db }, log }: Parts,
  { key, table, isWaiting, run }: DueJob,
) => {
  const tell = async (failure: string | null, isWork: boolean) => {
    const nextAt = min(table.at);
    const inMs = sql<number | null>`(extract(epoch from ${nextAt} - now()) * 1000)::float8`;
    const [next] = await db.select({ nextAt, inMs }).from(table).where(isWaiting);
    await tellRun(db, key, { failure, nextAt: next?.nextAt ?? null, isWork });
    return Math.min(LONGEST_WAIT_MS, Math.max(100, next?.inMs ?? LONGEST_WAIT_MS));
  };
  return startWokenJob(log, {
    key,
    failure: `the ${key} could not be run`,
    run: async () => {
      try {
        const count = await run();
        return await tell(null, count > 0);
      } catch (error) {
        // Without a database there is nowhere to write it down.
        await tell(reasonOf(error), true).catch(() => undefined);
        throw error;
      }
    },
  });
};

/** Every node may run it. */
export const startSchedule = (parts: Parts) =>
  startDueJob(parts, {
    key: SCHEDULE_KEY,
    table: schedule,
    isWaiting,
    run: () => runDue(parts),
  });
