import { and, inArray, type SQL } from 'drizzle-orm';
import { releases } from '#modules/releases/releases.tables.server.ts';
import type { Executor } from '#platform/db/database.server.ts';

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
