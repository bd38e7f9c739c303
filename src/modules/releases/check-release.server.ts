import { and, eq, sql } from 'drizzle-orm';
import { tryOut } from '#modules/attempts.server.ts';
import { readStanding, type Standing } from '#modules/drafts/item-drafts.server.ts';
import { keyOf } from '#modules/place.server.ts';
import { schedule } from '#modules/schedule/schedule.table.server.ts';
import { findUses } from '#modules/used-by/used-by.server.ts';
import { transact } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { revisions } from '#platform/db/revisions.table.server.ts';
import { requireAnswers } from '#platform/outside.server.ts';
import { hasRole } from '#platform/roles.ts';
import type { Viewer } from '#platform/viewer.ts';
import { applyEntries, type How, toProblem } from './apply-release.server.ts';
import { type Entry, type Parts, readEntries } from './releases.server.ts';

const NAMED = 3;
const UTC = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;

const nameSome = (titles: readonly string[]) => {
  const named = titles.slice(0, NAMED).map((title) => `“${title}”`);
  return `${named.join(', ')}${titles.length > NAMED ? ` and ${titles.length - NAMED} more` : ''}`;
};

/** Items that gave way: this transaction put them into the trash besides its own, and did not make them. */
export const findGaveWay = async (tx: Executor, entries: readonly Entry[], viewer: Viewer) => {
  const own = new Set(entries.map(keyOf));
  const rows = await tx
    .select()
    .from(revisions)
    .where(
      and(
        eq(revisions.action, 'delete'),
        eq(revisions.createdAt, sql`now()::timestamptz(3)`),
        sql`(${revisions.data}->>'createdAt')::timestamptz < ${revisions.createdAt}`,
        sql`${revisions.userId} is not distinct from ${viewer?.id ?? null}`,
      ),
    );
  return rows.filter((row) => !own.has(keyOf(row)));
};

type Found = Pick<Entry, 'collection' | 'itemId' | 'title'>;

/** Read where the release is written and not stored: what would miss a deleted item, what else is planned, which redirects would go. */
const findWarnings = async (
  tx: Executor,
  { registry, partsOf }: Parts['content'],
  {
    entries,
    standing,
    viewer,
  }: { entries: Entry[]; standing: ReadonlyMap<string, Standing>; viewer: Viewer },
) => {
  const warn = ({ collection, itemId, title }: Found, reason: string) =>
    warnings.push({ collection, itemId, title, reason });
  const warnings: (Found & { reason: string })[] = [];
  for (const entry of entries.filter(({ action }) => action === 'delete')) {
    const item = standing.get(keyOf(entry))?.item;
    const { collection } = partsOf(entry.collection);
    const uses = item ? await findUses(tx, registry, { collection, item }) : [];
    if (uses.length > 0) warn(entry, `Still used by ${nameSome(uses.map(({ title }) => title))}`);
  }
  for (const entry of await tx.select().from(schedule).where(eq(schedule.state, 'waiting'))) {
    const at = `${entry.at.toLocaleString('en-GB', UTC)} UTC`;
    if (standing.has(keyOf(entry)))
      warn(entry, `Its own schedule is to ${entry.action} it on ${at}`);
  }
  for (const row of await findGaveWay(tx, entries, viewer)) {
    const { one } = partsOf(row.collection).collection.label;
    warn(row, `This ${one.toLowerCase()} gives way`);
  }
  return warnings;
};

export const tryRelease = ({ connection, content }: Parts, id: number, how: How) =>
  tryOut(
    (work) => transact(connection.db, work),
    async (tx) => {
      const entries = await readEntries(tx, id);
      const standing = await readStanding(tx, content.registry, entries);
      const { failed } = await applyEntries(tx, content.partsOf, entries, how);
      requireAnswers(tx);
      const { viewer } = how;
      return { failed, warnings: await findWarnings(tx, content, { entries, standing, viewer }) };
    },
  );

/** For whoever prepares it: what would be in a publisher's way, and what they may not do themselves. */
export const checkFor = async (parts: Parts, id: number, viewer: Viewer) => {
  const publisher: Viewer = viewer && { ...viewer, role: 'publisher' };
  const { failed, warnings } = await tryRelease(parts, id, {
    viewer: publisher,
    isConfirmed: false,
  });
  const own = hasRole(viewer, 'publisher')
    ? []
    : (await tryRelease(parts, id, { viewer, isConfirmed: false })).failed;
  const refusals = own.filter(({ error }) => error.code === 'forbidden').map(toProblem);
  return { problems: failed.map(toProblem), warnings, mayPublish: refusals.length === 0, refusals };
};
