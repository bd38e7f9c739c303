import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import { recordAll } from '#modules/activity/record.server.ts';
import { signedBy } from '#modules/place.server.ts';
import { releases } from '#modules/releases/releases.tables.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import { schedule } from './schedule.table.server.ts';

/** Two ways to settle the entries of a user who may no longer publish. */
export const SCHEDULED_CHOICES = ['take-over', 'leave'] as const;

export type ScheduledChoice = (typeof SCHEDULED_CHOICES)[number];

/** Releases that wait for their time or failed, as entries of the schedule. */
export const findPlannedReleases = async (db: Executor, which?: SQL) => {
  const isPlanned = inArray(releases.state, ['scheduled', 'failed']);
  const rows = await db.select().from(releases).where(and(isPlanned, which)).orderBy(releases.at);
  return rows.map(({ name, at, createdAt, state, sealed: _, ...row }) => ({
    ...row,
    collection: 'releases',
    itemId: row.id,
    title: name,
    action: 'publish' as const,
    at: at ?? createdAt,
    state: state === 'failed' ? state : ('waiting' as const),
  }));
};

const sayWaiting = (count: number, email: string) =>
  count === 1
    ? `1 item is scheduled by ${email}: it will not be published`
    : `${count} items are scheduled by ${email}: they will not be published`;

/** Hands waiting entries to the viewer, or leaves them to fail; without a choice, a 409 asks for one. */
export const settleScheduled = async (
  tx: Executor,
  { id, email }: { id: number; email: string },
  { viewer, choice }: { viewer: Viewer; choice: ScheduledChoice | undefined },
): Promise<void> => {
  if (choice === 'leave') return;
  const isTheirs = and(eq(schedule.userId, id), eq(schedule.state, 'waiting'));
  const isTheirRelease = and(eq(releases.userId, id), eq(releases.state, 'scheduled'));
  const { collection, itemId, title, action, at } = schedule;
  const items = await tx
    .select({ collection, itemId, title, action, at })
    .from(schedule)
    .where(isTheirs)
    .orderBy(asc(at), asc(schedule.id))
    .for('update');
  const waiting = [...items, ...(await findPlannedReleases(tx, isTheirRelease))];
  if (waiting.length === 0) return;
  if (choice !== 'take-over' || !viewer || viewer.id === id) {
    throw new AppError('conflict', sayWaiting(waiting.length, email), {
      extra: { scheduled: waiting },
    });
  }
  const taken = signedBy(viewer);
  await tx.update(schedule).set(taken).where(isTheirs);
  await tx.update(releases).set(taken).where(isTheirRelease);
  await recordAll(
    tx,
    viewer,
    waiting.map(({ action, at, ...item }) => ({
      collection: item.collection,
      itemId: item.itemId,
      title: item.title,
      action: 'scheduled' as const,
      details: { [`${action}At`]: at.toISOString(), takenOverFrom: email },
    })),
  );
};
