import { and, asc, eq, sql } from 'drizzle-orm';
import { recordAll } from '#modules/activity/record.server.ts';
import { signedBy } from '#modules/place.server.ts';
import { AppError } from '#platform/errors.ts';
import { jobs } from '#platform/jobs/jobs.table.server.ts';
import { isOpen } from '#platform/jobs/queue.server.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { readEntry, SCHEDULE } from './schedule-entry.server.ts';

/** Two ways to settle the entries of a user who may no longer publish. */
export const SCHEDULED_CHOICES = ['take-over', 'leave'] as const;

export type ScheduledChoice = (typeof SCHEDULED_CHOICES)[number];

const sayWaiting = (count: number, email: string) =>
  count === 1
    ? `1 item is scheduled by ${email}: it will not be published`
    : `${count} items are scheduled by ${email}: they will not be published`;

/** Hands waiting entries to the viewer, or leaves them to fail; without a choice, a 409 asks for one. */
export const settleScheduled = async (
  tx: Tx,
  { id, email }: { id: number; email: string },
  { viewer, choice }: { viewer: Viewer; choice: ScheduledChoice | undefined },
): Promise<void> => {
  if (choice === 'leave') return;
  const isTheirs = sql`${jobs.data}->>'userId' = ${String(id)}`;
  const rows = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.name, SCHEDULE), isOpen, isTheirs))
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .for('update');
  if (rows.length === 0) return;
  const waiting = rows.map((row) => {
    const { collection, itemId, title, action, at } = readEntry(row);
    return { collection, itemId, title, action, at };
  });
  if (choice !== 'take-over' || !viewer || viewer.id === id) {
    throw new AppError('conflict', sayWaiting(waiting.length, email), {
      extra: { scheduled: waiting },
    });
  }
  for (const { id: entryId, data } of rows) {
    const signed = Object.assign({}, data, signedBy(viewer));
    await tx.update(jobs).set({ data: signed }).where(eq(jobs.id, entryId));
  }
  await recordAll(
    tx,
    viewer,
    waiting.map(({ action, at, ...item }) => ({
      ...item,
      action: 'scheduled' as const,
      details: { [`${action}At`]: at.toISOString(), takenOverFrom: email },
    })),
  );
};
