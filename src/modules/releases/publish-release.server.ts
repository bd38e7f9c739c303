import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ContentSource } from '#kit/app-parts.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { rebaseDraft } from '#modules/drafts/item-drafts.server.ts';
import {
  announceChange,
  announceTogether,
  beforeCommit,
  transact,
} from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError, invalid } from '#platform/errors.ts';
import { requireAnswers } from '#platform/outside.server.ts';
import { hasRole } from '#platform/roles.ts';
import { markTogether } from '#platform/server/whole-reads.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { applyEntries, type Entry, type How, type Refused } from './apply-release.server.ts';
import { findGaveWay, findWarnings } from './release-warnings.server.ts';
import {
  hashOf,
  keyOf,
  lockRelease,
  type Parts,
  readEntries,
  readStanding,
  requireOpen,
  sealOf,
} from './releases.server.ts';
import { releaseItems, releases } from './releases.tables.server.ts';

/** Told to every node, so that each knows when to run. */
export const RELEASES_KEY = 'releases';

type Row = typeof releases.$inferSelect;

const reasonOf = ({ message, fields }: AppError) => Object.values(fields ?? {})[0] ?? message;

const toProblem = ({ entry, error }: Refused) => ({
  collection: entry.collection,
  itemId: entry.itemId,
  title: entry.title,
  reason: reasonOf(error),
  isAsked: error.extra?.confirm !== undefined,
});

/** Refuses all of it for one item; where a person only has to be asked, the response says so. */
export const refuse = (what: string, failed: readonly Refused[]) => {
  const [first] = failed;
  const problems = failed.map(toProblem);
  const named = problems.slice(0, 3).map(({ title, reason }) => `“${title}”: ${reason}`);
  const more = problems.length > 3 ? [`and ${problems.length - 3} more`] : [];
  const isAsked = problems.every((problem) => problem.isAsked);
  return new AppError('conflict', `${what}. ${[...named, ...more].join(' ')}`, {
    extra: { problems, ...(isAsked ? { confirm: first?.error.extra?.confirm } : {}) },
  });
};

/** Publishes all of it or nothing; the transaction ends with one word to every node. */
const publishIn = async (tx: Executor, content: ContentSource, release: Row, how: How) => {
  const entries = await readEntries(tx, release.id);
  if (entries.length === 0) throw new AppError('conflict', 'This release has no items yet');
  const { done, failed } = await applyEntries(tx, content.partsOf, entries, how);
  requireAnswers(tx);
  if (failed.length > 0) throw refuse('Nothing was published', failed);
  // One entry may have changed the item of another, before or after its turn.
  const standing = await readStanding(tx, content, entries);
  let gaveWay = (await findGaveWay(tx, entries, how.viewer?.id ?? null)).map(({ id }) => id);
  for (const [entry, applied] of done) {
    const { collection } = content.partsOf(entry.collection);
    const after = standing.get(keyOf(entry))?.item?.version ?? null;
    if (after) await rebaseDraft(tx, { collection, id: entry.itemId }, applied.before, after);
    const outcome = { ...applied, after, gaveWay };
    await tx.update(releaseItems).set({ outcome }).where(eq(releaseItems.id, entry.id));
    gaveWay = [];
  }
  await endRelease(tx, release, 'published', how.viewer, entries);
};

export const endRelease = async (
  tx: Executor,
  { id, name }: Row,
  state: 'published' | 'undone',
  viewer: Viewer,
  entries: readonly Entry[],
) => {
  await tx
    .update(releases)
    .set({ state, endedAt: sql`now()`, endedBy: viewer?.email ?? null, problem: null, at: null })
    .where(eq(releases.id, id));
  await recordActivity(tx, viewer, {
    action: `release ${state}`,
    collection: 'releases',
    itemId: id,
    title: name,
    details: { items: entries.map(({ action, title }) => `${action} “${title}”`) },
  });
  await announceChange(tx, [RELEASES_KEY]);
  beforeCommit(tx, async () => announceTogether(tx));
};

const readSeal = async (tx: Executor, content: ContentSource, id: number) => {
  const entries = await readEntries(tx, id);
  return { entries, sealed: sealOf(entries, await readStanding(tx, content, entries)) };
};

const requireSeal = (sealed: Record<string, string>, seen: string | undefined) => {
  if (seen === undefined || seen === hashOf(sealed)) return;
  throw new AppError('changed', 'Something in this release was changed after you opened it');
};

interface Asked {
  viewer: Viewer;
  /** The release as the person has seen it. */
  seal?: string | undefined;
  isConfirmed: boolean;
}

export const publishRelease = (
  { connection, content }: Parts,
  id: number,
  { seal, ...how }: Asked,
): Promise<void> =>
  transact(connection.db, async (tx) => {
    await markTogether(tx);
    const release = await lockRelease(tx, id);
    requireOpen(release);
    requireSeal((await readSeal(tx, content, id)).sealed, seal);
    await publishIn(tx, content, release, how);
  });

const CHANGED = 'It was changed after the release was scheduled';
/** Beside the items of a seal: whether a person confirmed what they were asked. */
const CONFIRMED = 'confirmed';

/** By the schedule, on whichever node comes first; nothing that was not seen by whoever scheduled it goes live. */
export const publishDue = (
  { connection, content }: Parts,
  id: number,
  publisherOf: (tx: Executor, release: Row) => Promise<Viewer>,
): Promise<void> =>
  transact(connection.db, async (tx) => {
    await markTogether(tx);
    const release = await lockRelease(tx, id);
    if (release.state !== 'scheduled') return;
    const viewer = await publisherOf(tx, release);
    const { entries, sealed } = await readSeal(tx, content, id);
    const changed = entries.filter(
      (entry) => sealed[keyOf(entry)] !== release.sealed?.[keyOf(entry)],
    );
    const error = new AppError('conflict', CHANGED);
    if (changed.length > 0)
      throw refuse(
        'Nothing was published',
        changed.map((entry) => ({ entry, error })),
      );
    const isConfirmed = release.sealed?.[CONFIRMED] === 'yes';
    await publishIn(tx, content, release, { viewer, isConfirmed, isScheduled: true });
  });

/** Undoes everything that a trial did. */
class TrialOver extends Error {}

/** The obstacles to publishing, and the warnings before it; nothing is stored. */
const checkRelease = async ({ connection, content }: Parts, id: number, how: How) => {
  const over = new TrialOver();
  let found: { failed: Refused[]; warnings: Awaited<ReturnType<typeof findWarnings>> } | undefined;
  await transact(connection.db, async (tx) => {
    const { entries } = await readSeal(tx, content, id);
    const standing = await readStanding(tx, content, entries);
    const { failed } = await applyEntries(tx, content.partsOf, entries, how);
    requireAnswers(tx);
    const userId = how.viewer?.id ?? null;
    found = { failed, warnings: await findWarnings(tx, content, entries, { standing, userId }) };
    throw over;
  }).catch((error: unknown) => {
    if (error !== over) throw error;
  });
  return { failed: found?.failed ?? [], warnings: found?.warnings ?? [] };
};

/** For whoever prepares it: what would be in a publisher's way, and what they may not do themselves. */
export const checkFor = async (parts: Parts, id: number, viewer: Viewer) => {
  const publisher: Viewer = viewer && { ...viewer, role: 'publisher' };
  const how = { viewer: publisher, isConfirmed: false };
  const { failed, warnings } = await checkRelease(parts, id, how);
  const own = hasRole(viewer, 'publisher')
    ? []
    : (await checkRelease(parts, id, { ...how, viewer })).failed;
  const refusals = own.filter(({ error }) => error.code === 'forbidden').map(toProblem);
  return { problems: failed.map(toProblem), warnings, mayPublish: refusals.length === 0, refusals };
};

export const scheduleRelease = async (
  parts: Parts,
  id: number,
  at: Date,
  { viewer, seal, isConfirmed }: Asked,
): Promise<void> => {
  if (at <= new Date()) throw invalid({ at: 'This moment has passed already' });
  const { failed } = await checkRelease(parts, id, { viewer, isConfirmed });
  if (failed.length > 0) throw refuse('Nothing was scheduled', failed);
  await transact(parts.connection.db, async (tx) => {
    const release = await lockRelease(tx, id);
    requireOpen(release);
    const { entries, sealed } = await readSeal(tx, parts.content, id);
    requireSeal(sealed, seal);
    if (entries.length === 0) throw new AppError('conflict', 'This release has no items yet');
    const { id: userId = null, email: userEmail = null } = viewer ?? {};
    const answered = isConfirmed ? { ...sealed, [CONFIRMED]: 'yes' } : sealed;
    await tx
      .update(releases)
      .set({ state: 'scheduled', at, sealed: answered, problem: null, userId, userEmail })
      .where(eq(releases.id, id));
    await recordActivity(tx, viewer, {
      action: 'scheduled',
      collection: 'releases',
      itemId: id,
      title: release.name,
      details: { publishAt: at.toISOString() },
    });
    await announceChange(tx, [RELEASES_KEY]);
  });
};

export const unscheduleRelease = ({ connection }: Parts, id: number, viewer: Viewer) =>
  transact(connection.db, async (tx) => {
    const { name } = await lockRelease(tx, id);
    const [taken] = await tx
      .update(releases)
      .set({ state: 'open', at: null, problem: null })
      .where(and(eq(releases.id, id), inArray(releases.state, ['scheduled', 'failed'])))
      .returning();
    if (!taken) throw new AppError('conflict', 'This release is not scheduled');
    const action = 'schedule cancelled';
    await recordActivity(tx, viewer, { action, collection: 'releases', itemId: id, title: name });
    await announceChange(tx, [RELEASES_KEY]);
  });
