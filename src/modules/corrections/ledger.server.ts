import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { TOLD_STATES } from './corrections.schema.ts';
import { corrections } from './corrections.table.server.ts';

const DAY_MS = 86_400_000;
const { id, path, title, reason, mergedInto, state, receivedAt, decidedAt } = corrections;

const isTold = inArray(state, [...TOLD_STATES]);

const countOf = (name: (typeof TOLD_STATES)[number]) =>
  sql<number>`count(*) filter (where ${eq(state, name)})::int`;

/** Each report, its outcome and how long it took: in our own words, and without the reporter. */
export const readLedger = async (
  { connection: { db }, content }: Pick<AppParts, 'connection' | 'content'>,
  { limit, offset }: { limit: number; offset: number },
) => {
  const rows = await db
    .select({ id, path, title, reason, mergedInto, state, receivedAt, decidedAt })
    .from(corrections)
    .where(isTold)
    .orderBy(desc(decidedAt), desc(id))
    .limit(limit)
    .offset(offset);
  const [counts] = await db
    .select({
      received: sql<number>`count(*) filter (where ${state} <> 'spam')::int`,
      accepted: countOf('accepted'),
      refused: countOf('refused'),
      merged: countOf('merged'),
      medianDays: sql<number | null>`round((percentile_cont(0.5) within group (
        order by extract(epoch from ${decidedAt} - ${receivedAt}) / 86400)
        filter (where ${isTold} and ${decidedAt} > now() - interval '90 days'))::numeric, 1)::float8`,
    })
    .from(corrections);
  const { received = 0, accepted = 0, refused = 0, merged = 0, medianDays = null } = counts ?? {};
  const closed = await content.closedPaths(db, [...new Set(rows.map((row) => row.path))]);
  return {
    received,
    accepted,
    refused,
    merged,
    medianDays,
    total: accepted + refused + merged,
    items: rows.flatMap((row) => {
      const decision = TOLD_STATES.find((one) => one === row.state);
      if (!decision || !row.decidedAt) return [];
      const took = Date.parse(row.decidedAt) - Date.parse(row.receivedAt);
      return [
        {
          id: row.id,
          page: closed.has(row.path) ? null : { path: row.path, title: row.title },
          decision,
          reason: row.reason,
          mergedInto: row.mergedInto,
          receivedOn: row.receivedAt.slice(0, 10),
          decidedOn: row.decidedAt.slice(0, 10),
          days: Math.floor(took / DAY_MS),
        },
      ];
    }),
  };
};
