import { and, eq, sql } from 'drizzle-orm';
import type { ContentSource } from '#kit/app-parts.server.ts';
import { schedule } from '#modules/schedule/schedule.table.server.ts';
import { findUses } from '#modules/used-by/used-by.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { revisions } from '#platform/db/revisions.table.server.ts';
import type { Entry } from './apply-release.server.ts';
import { keyOf, type readStanding } from './releases.server.ts';

type Standing = Awaited<ReturnType<typeof readStanding>>;

const NAMED = 3;

const nameSome = (titles: readonly string[]) => {
  const more = titles.length > NAMED ? ` and ${titles.length - NAMED} more` : '';
  return (
    titles
      .slice(0, NAMED)
      .map((title) => `“${title}”`)
      .join(', ') + more
  );
};

/** Items that gave way: this transaction put them into the trash besides its own, and did not make them. */
export const findGaveWay = async (
  tx: Executor,
  entries: readonly Entry[],
  userId: number | null,
) => {
  const own = new Set(entries.map(keyOf));
  const rows = await tx
    .select()
    .from(revisions)
    .where(
      and(
        eq(revisions.action, 'delete'),
        eq(revisions.createdAt, sql`now()::timestamptz(3)`),
        sql`(${revisions.data}->>'createdAt')::timestamptz < ${revisions.createdAt}`,
        sql`${revisions.userId} is not distinct from ${userId}`,
      ),
    );
  return rows.filter((row) => !own.has(keyOf(row)));
};

const UTC = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;

/** Read where the release is written and not stored: what would miss a deleted item, what else is planned, which redirects would go. */
export const findWarnings = async (
  tx: Executor,
  { registry, partsOf }: ContentSource,
  entries: readonly Entry[],
  { standing, userId }: { standing: Standing; userId: number | null },
) => {
  const warnings: { collection: string; itemId: number; title: string; reason: string }[] = [];
  for (const entry of entries.filter(({ action }) => action === 'delete')) {
    const { collection: name, itemId, title } = entry;
    const item = standing.get(keyOf(entry))?.item;
    const { collection } = partsOf(name);
    const uses = item ? await findUses(tx, registry, { collection, item }) : [];
    if (uses.length === 0) continue;
    const reason = `Still used by ${nameSome(uses.map((use) => use.title))}`;
    warnings.push({ collection: name, itemId, title, reason });
  }
  const waiting = await tx.select().from(schedule).where(eq(schedule.state, 'waiting'));
  for (const { collection, itemId, title, action, at } of waiting) {
    if (!standing.has(keyOf({ collection, itemId }))) continue;
    const reason = `Its own schedule is to ${action} it on ${at.toLocaleString('en-GB', UTC)} UTC`;
    warnings.push({ collection, itemId, title, reason });
  }
  for (const { collection, itemId, title } of await findGaveWay(tx, entries, userId)) {
    const { one } = partsOf(collection).collection.label;
    warnings.push({ collection, itemId, title, reason: `This ${one.toLowerCase()} gives way` });
  }
  return warnings;
};
