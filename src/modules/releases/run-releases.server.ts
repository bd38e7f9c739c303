import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { recordActivity } from '#modules/activity/record.server.ts';
import { requirePublisher, runEach, startDueJob } from '#modules/schedule/run-schedule.server.ts';
import { queueJobFailed } from '#modules/webhooks/queue-webhooks.server.ts';
import { transact } from '#platform/changes.server.ts';
import { AppError } from '#platform/errors.ts';
import { publishDue, RELEASES_KEY } from './publish-release.server.ts';
import type { Parts } from './releases.server.ts';
import { releases } from './releases.tables.server.ts';

const isWaiting = eq(releases.state, 'scheduled');

/** An error that a person can mend is kept and shown; a server error is tried again. */
const fail = ({ connection }: Parts, id: number, { message }: AppError) =>
  transact(connection.db, async (tx) => {
    const [failed] = await tx
      .update(releases)
      .set({ state: 'failed', problem: message, endedAt: sql`now()` })
      .where(and(eq(releases.id, id), isWaiting))
      .returning();
    if (!failed) return;
    const { name: title, userEmail: scheduledBy } = failed;
    await recordActivity(tx, null, {
      action: 'schedule failed',
      collection: 'releases',
      itemId: id,
      title,
      details: { scheduledBy, reason: message },
    });
    await queueJobFailed(tx, 'releases', message);
  });

/** By the clock of the database, which all nodes share, the earliest first. */
const runDueReleases = async (parts: Parts): Promise<number> => {
  const due = await parts.connection.db
    .select({ id: releases.id })
    .from(releases)
    .where(and(isWaiting, lte(releases.at, sql`now()`)))
    .orderBy(asc(releases.at), asc(releases.id));
  return runEach(due, ({ id }) =>
    publishDue(parts, id, (tx, release) =>
      requirePublisher(tx, release, parts.settings.ADMIN_EMAILS),
    ).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
      return fail(parts, id, error);
    }),
  );
};

/** Every node may run it: a release belongs to the node that holds its row. */
export const startReleases = (parts: Parts) =>
  startDueJob(parts, {
    key: RELEASES_KEY,
    table: releases,
    isWaiting,
    run: () => runDueReleases(parts),
  });
