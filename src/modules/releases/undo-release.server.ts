import { and, desc, eq } from 'drizzle-orm';
import type { CollectionParts } from '#kit/routes.server.ts';
import { findAndLock, putDraft } from '#modules/drafts/item-drafts.server.ts';
import { recreateIn, restorable } from '#modules/revisions/revisions.server.ts';
import { transact } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { revisions } from '#platform/db/revisions.table.server.ts';
import { AppError } from '#platform/errors.ts';
import { markTogether } from '#platform/server/whole-reads.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { type Entry, type Failed, lockAll, rebaseDraft, tryAlone } from './apply-release.server.ts';
import { endRelease, refuse } from './publish-release.server.ts';
import { gaveWay } from './release-warnings.server.ts';
import { lockRelease, type Parts, readEntries } from './releases.server.ts';
import { type Outcome, releaseItems } from './releases.tables.server.ts';

const changed = (what: string) => new AppError('conflict', `${what} after the release`);

const findBefore = async (
  tx: Executor,
  { collection, itemId }: Entry,
  { before, after }: Outcome,
) => {
  const [row] = await tx
    .select()
    .from(revisions)
    .where(
      and(
        eq(revisions.collection, collection),
        eq(revisions.itemId, itemId),
        eq(revisions.version, before),
        eq(revisions.action, after === null ? 'delete' : 'update'),
      ),
    )
    .orderBy(desc(revisions.id))
    .limit(1);
  if (!row) throw changed('The version before was deleted for good');
  return row;
};

const undoOne = async (
  tx: Executor,
  parts: CollectionParts,
  { entry, outcome, viewer }: { entry: Entry; outcome: Outcome; viewer: Viewer },
) => {
  const { collection, writer } = parts;
  const row = await findBefore(tx, entry, outcome);
  if (outcome.after === null) return recreateIn(tx, parts, row, { viewer, isConfirmed: true });
  const held = await findAndLock(tx, { collection, id: entry.itemId });
  if (!held) throw changed('It was deleted');
  if (held.item.version !== outcome.after) throw changed('It was changed');
  if (held.draft && entry.action === 'publish') throw changed('A new draft of it was begun');
  const at = { id: entry.itemId, version: outcome.after, isConfirmed: true };
  const item = await writer.restoreIn(tx, viewer, at, restorable(collection, row.data));
  if (outcome.draft) await putDraft(tx, { collection, item, viewer }, outcome.draft);
  else await rebaseDraft(tx, entry, outcome.after, item.version);
  return item;
};

/** The versions before come back, drafts included, all of them or none. */
export const undoRelease = ({ connection, content }: Parts, id: number, viewer: Viewer) =>
  transact(connection.db, async (tx) => {
    await markTogether(tx);
    const release = await lockRelease(tx, id);
    if (release.state !== 'published')
      throw new AppError('conflict', 'This release is not published');
    const entries = await readEntries(tx, id);
    await lockAll(tx, content.partsOf, entries);
    const [first] = await tx
      .select({ userId: revisions.userId })
      .from(revisions)
      .where(eq(revisions.createdAt, release.endedAt ?? new Date()))
      .limit(1);
    const place = { at: release.endedAt, userId: first?.userId ?? null };
    const others = await gaveWay(tx, entries, place);
    let left = entries.toReversed();
    for (;;) {
      const failed: Failed[] = [];
      for (const entry of left) {
        const { outcome } = entry;
        if (!outcome) continue;
        const parts = content.partsOf(entry.collection);
        const work = () => undoOne(tx, parts, { entry, outcome, viewer });
        const result = await tryAlone(tx, parts, work);
        if (result instanceof AppError) failed.push({ entry, error: result });
      }
      if (failed.length > 0 && failed.length === left.length)
        throw refuse('Nothing was undone', failed);
      if (failed.length === 0) break;
      left = failed.map(({ entry }) => entry);
    }
    // A redirect comes back where its address is free again.
    for (const row of others) {
      const parts = content.partsOf(row.collection);
      await tryAlone(tx, parts, () => recreateIn(tx, parts, row, { viewer, isConfirmed: true }));
    }
    await tx.update(releaseItems).set({ outcome: null }).where(eq(releaseItems.releaseId, id));
    await endRelease(tx, release, 'undone', viewer, entries);
  });
