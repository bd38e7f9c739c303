import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import { readStanding, rebaseDraft } from '#modules/drafts/item-drafts.server.ts';
import { keyOf } from '#modules/place.server.ts';
import {
  failDue,
  requirePublisher,
  runEach,
  startDueJob,
} from '#modules/schedule/run-schedule.server.ts';
import {
  announceChange,
  announceTogether,
  beforeCommit,
  transact,
} from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError, invalid } from '#platform/errors.ts';
import { requireAnswers } from '#platform/outside.server.ts';
import { markTogether } from '#platform/server/whole-reads.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { applyEntries, type How, refuseAny } from './apply-release.server.ts';
import { findGaveWay, tryRelease } from './check-release.server.ts';
import {
  type Entry,
  hashSeal,
  lockOpen,
  lockRelease,
  type Parts,
  type Release,
  readEntries,
  sealOf,
  tellRelease,
} from './releases.server.ts';
import { releaseItems, releases } from './releases.tables.server.ts';

/** Told to every node, so that each knows when to run. */
const RELEASES_KEY = 'releases';

type Content = Parts['content'];

const readSealed = async (tx: Executor, content: Content, id: number) => {
  const entries = await readEntries(tx, id);
  return { entries, sealed: sealOf(entries, await readStanding(tx, content.registry, entries)) };
};

/** The release as it stands, when it is as the person has seen it. */
const readSeen = async (tx: Executor, content: Content, id: number, seal: string | undefined) => {
  const read = await readSealed(tx, content, id);
  if (seal !== undefined && seal !== hashSeal(read.sealed))
    throw new AppError('changed', 'Something in this release was changed after you opened it');
  if (read.entries.length === 0) throw new AppError('conflict', 'This release has no items yet');
  return read;
};

/** Publishes all of it or nothing; the transaction ends with one word to every node. */
const publishIn = async (
  tx: Executor,
  content: Content,
  { release, entries, ...how }: How & { release: Release; entries: readonly Entry[] },
) => {
  const { done, failed } = await applyEntries(tx, content.partsOf, entries, how);
  requireAnswers(tx);
  refuseAny('Nothing was published', failed);
  // One entry may have changed the item of another, before or after its turn.
  const standing = await readStanding(tx, content.registry, entries);
  let gaveWay = (await findGaveWay(tx, entries, how.viewer)).map(({ id }) => id);
  for (const [entry, applied] of done) {
    const { collection } = content.partsOf(entry.collection);
    const after = standing.get(keyOf(entry))?.item.version ?? null;
    if (after) await rebaseDraft(tx, { collection, id: entry.itemId }, applied.before, after);
    const outcome = { ...applied, after, gaveWay };
    await tx.update(releaseItems).set({ outcome }).where(eq(releaseItems.id, entry.id));
    gaveWay = [];
  }
  await endRelease(tx, release, 'published', how.viewer, entries);
};

export const endRelease = async (
  tx: Executor,
  release: Release,
  state: 'published' | 'undone',
  viewer: Viewer,
  entries: readonly Entry[],
) => {
  await tx
    .update(releases)
    .set({ state, endedAt: sql`now()`, endedBy: viewer?.email ?? null, problem: null, at: null })
    .where(eq(releases.id, release.id));
  const items = entries.map(({ action, title }) => `${action} “${title}”`);
  await tellRelease(tx, viewer, `release ${state}`, release, { items });
  await announceChange(tx, [RELEASES_KEY]);
  beforeCommit(tx, async () => announceTogether(tx));
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
    const release = await lockOpen(tx, id);
    const { entries } = await readSeen(tx, content, id, seal);
    await publishIn(tx, content, { release, entries, ...how });
  });

/** Beside the items of a seal: whether a person confirmed what they were asked. */
const CONFIRMED = 'confirmed';

export const scheduleRelease = async (
  parts: Parts,
  id: number,
  at: Date,
  { viewer, seal, isConfirmed }: Asked,
): Promise<void> => {
  if (at <= new Date()) throw invalid({ at: 'This moment has passed already' });
  const { failed } = await tryRelease(parts, id, { viewer, isConfirmed });
  refuseAny('Nothing was scheduled', failed);
  await transact(parts.connection.db, async (tx) => {
    const release = await lockOpen(tx, id);
    const { sealed } = await readSeen(tx, parts.content, id, seal);
    const { id: userId = null, email: userEmail = null } = viewer ?? {};
    const answered = isConfirmed ? { ...sealed, [CONFIRMED]: 'yes' } : sealed;
    await tx
      .update(releases)
      .set({ state: 'scheduled', at, sealed: answered, problem: null, userId, userEmail })
      .where(eq(releases.id, id));
    await tellRelease(tx, viewer, 'scheduled', release, { publishAt: at.toISOString() });
    await announceChange(tx, [RELEASES_KEY]);
  });
};

export const unscheduleRelease = ({ connection }: Parts, id: number, viewer: Viewer) =>
  transact(connection.db, async (tx) => {
    const release = await lockRelease(tx, id);
    const [taken] = await tx
      .update(releases)
      .set({ state: 'open', at: null, problem: null })
      .where(and(eq(releases.id, id), inArray(releases.state, ['scheduled', 'failed'])))
      .returning();
    if (!taken) throw new AppError('conflict', 'This release is not scheduled');
    await tellRelease(tx, viewer, 'schedule cancelled', release);
    await announceChange(tx, [RELEASES_KEY]);
  });

const isWaiting = eq(releases.state, 'scheduled');

/** By the schedule, on whichever node comes first; nothing that was not seen by whoever scheduled it goes live. */
const publishDue = ({ connection, content, settings }: Parts, id: number): Promise<void> =>
  transact(connection.db, async (tx) => {
    await markTogether(tx);
    const release = await lockRelease(tx, id);
    if (release.state !== 'scheduled') return;
    const viewer = await requirePublisher(tx, release, settings.ADMIN_EMAILS);
    const { entries, sealed } = await readSealed(tx, content, id);
    const seen = release.sealed ?? {};
    const changed = entries.filter((entry) => sealed[keyOf(entry)] !== seen[keyOf(entry)]);
    const error = new AppError('conflict', 'It was changed after the release was scheduled');
    refuseAny(
      'Nothing was published',
      changed.map((entry) => ({ entry, error })),
    );
    const isConfirmed = seen[CONFIRMED] === 'yes';
    await publishIn(tx, content, { release, entries, viewer, isConfirmed, isScheduled: true });
  });

const fail = ({ connection }: Parts, id: number, reason: string) =>
  failDue(connection.db, {
    job: RELEASES_KEY,
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
    publishDue(parts, id).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
      return fail(parts, id, error.message);
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
