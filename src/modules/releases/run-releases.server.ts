import { and, asc, eq, lte, sql } from 'drizzle-orm';
import {
  failDue,
  requirePublisher,
  runEach,
  startDueJob,
} from '#modules/schedule/run-schedule.server.ts';
import { AppError } from '#platform/errors.ts';
import { publishDue, RELEASES_KEY } from './publish-release.server.ts';
import type { Parts } from './releases.server.ts';
import { releases } from './releases.tables.server.ts';

const isWaiting = eq(releases.state, 'scheduled');

const fail = ({ connection }: Parts, id: number, { message: reason }: AppError) =>
  failDue(connection.db, {
    job: 'releases',
    reason,
    about: { collection: 'releases', itemId: id },
    mark: (tx) =>
      tx
        .update(releases)
        .set({ state: 'failed', problem: reason, endedAt: sql`now()` })
        .where(and(eq(releases.id, id), isWaiting))
        .returning({ title: releases.name, scheduledBy: releases.userEmail }),
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
