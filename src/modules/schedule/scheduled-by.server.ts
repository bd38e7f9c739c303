import { and, eq, sql } from 'drizzle-orm';
import { recordAll } from '#modules/activity/record.server.ts';
import { signedBy } from '#modules/place.server.ts';
import { jobs } from '#platform/jobs/jobs.table.server.ts';
import { isOpen } from '#platform/jobs/queue.server.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { readEntry, SCHEDULE } from './schedule-entry.server.ts';

/** What a user scheduled who may no longer publish is in the name of the owner who decided that, or of the server. */
export const takeOverSchedule = async (
  tx: Tx,
  { id, email }: { id: number; email: string },
  viewer: Viewer,
): Promise<void> => {
  // Of an owner who leaves, entries fail at their time, and the schedule says why.
  if (viewer?.id === id) return;
  const isTheirs = sql`${jobs.data}->>'userId' = ${String(id)}`;
  const rows = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.name, SCHEDULE), isOpen, isTheirs))
    .for('update');
  for (const row of rows) {
    const signed = Object.assign({}, row.data, signedBy(viewer));
    await tx.update(jobs).set({ data: signed }).where(eq(jobs.id, row.id));
  }
  await recordAll(
    tx,
    viewer,
    rows.map((row) => {
      const { collection, itemId, title, action, at } = readEntry(row);
      const details = { [`${action}At`]: at.toISOString(), takenOverFrom: email };
      return { action: 'scheduled' as const, collection, itemId, title, details };
    }),
  );
};
