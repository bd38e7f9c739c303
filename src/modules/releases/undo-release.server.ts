import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { CollectionParts } from '#kit/routes.server.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import { trySavepoint } from '#modules/attempts.server.ts';
import { putDraft, readStanding, rebaseDraft } from '#modules/drafts/item-drafts.server.ts';
import { isAt, keyOf } from '#modules/place.server.ts';
import { reviews } from '#modules/reviews/reviews.table.server.ts';
import { recreateIn, restorable } from '#modules/revisions/revisions.server.ts';
import { transact } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { isInTrash, revisions } from '#platform/db/revisions.table.server.ts';
import { AppError } from '#platform/errors.ts';
import { markTogether } from '#platform/server/whole-reads.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { isProblem, lockAll, refuseAny, workThrough } from './apply-release.server.ts';
import { endRelease } from './publish-release.server.ts';
import { type Entry, lockRelease, type Parts, readEntries } from './releases.server.ts';
import { type Outcome, releaseItems } from './releases.tables.server.ts';

const changed = (what: string) => new AppError('conflict', `${what} after the release`);

const findBefore = async (tx: Executor, entry: Entry, { before, after }: Outcome) => {
  const action = after === null ? 'delete' : 'update';
  const isBefore = and(eq(revisions.version, before), eq(revisions.action, action));
  const [row] = await tx
    .select()
    .from(revisions)
    .where(and(isAt(revisions, entry), isBefore))
    .orderBy(desc(revisions.id))
    .limit(1);
  if (!row) throw changed('The version before was deleted for good');
  return row;
};

interface Undoing {
  tx: Executor;
  content: Parts['content'];
  entries: readonly Entry[];
  viewer: Viewer;
}

const UNDONE = 'Nothing was undone';

/** Looked at before the first write: what is undone of one item may change another. */
const requireUnchanged = async ({ tx, content, entries }: Undoing) => {
  const found = await lockAll(tx, content.partsOf, entries);
  const problemOf = ({ entry, after }: { entry: Entry; after: number }) => {
    const { item, draft } = found.get(entry) ?? {};
    if (!item) return changed('It was deleted');
    if (item.version !== after) return changed('It was changed');
    return draft && entry.action === 'publish' ? changed('A new draft of it was begun') : null;
  };
  const failed = entries.flatMap((entry) => {
    const after = entry.outcome?.after ?? null;
    const error = after === null ? null : problemOf({ entry, after });
    return error ? [{ entry, error }] : [];
  });
  refuseAny(UNDONE, failed);
};

const undoOne = async (tx: Executor, parts: CollectionParts, entry: Entry, viewer: Viewer) => {
  const { outcome, itemId: id } = entry;
  if (!outcome) return;
  const row = await findBefore(tx, entry, outcome);
  if (outcome.after === null) return recreateIn(tx, parts, row, { viewer, isConfirmed: true });
  const fields = restorable(parts.collection, row.data);
  return parts.writer.restoreIn(tx, viewer, { id, isConfirmed: true }, fields);
};

/** Drafts stand on the items as the whole undo left them. An approval was of a version that is gone: it has to be given again. */
const bringDraftsBack = async ({ tx, content, entries, viewer }: Undoing) => {
  const standing = await readStanding(tx, content.registry, entries);
  for (const entry of entries) {
    const { item } = standing.get(keyOf(entry)) ?? {};
    const { draft, savedBy = viewer, review, after = null } = entry.outcome ?? {};
    if (!item || after === null) continue;
    const { collection } = content.partsOf(entry.collection);
    if (draft) await putDraft(tx, { collection, item, viewer: savedBy }, draft);
    else await rebaseDraft(tx, { collection, id: item.id }, after, item.version);
    const values = review && { ...review, updatedAt: new Date() };
    if (values) await tx.insert(reviews).values(values).onConflictDoNothing();
  }
};

/** Takes the place back from what the undo itself left there, such as the redirect of a move. */
const makeRoom = async (
  tx: Executor,
  { collection, writer }: CollectionParts,
  data: Record<string, unknown>,
  viewer: Viewer,
) => {
  const table = tableOf(collection);
  const isOwn = eq(table.createdAt, sql`now()::timestamptz(3)`);
  for (const keys of collection.unique ?? []) {
    const isThere = keys.map((key) => eq(columnOf(collection, key), data[key]));
    const [held] = await tx
      .select()
      .from(table)
      .where(and(isOwn, ...isThere));
    if (held) await writer.removeHeldIn(tx, viewer, held);
  }
};

const bringOthersBack = async ({ tx, content, entries, viewer }: Undoing) => {
  const ids = entries.flatMap(({ outcome }) => outcome?.gaveWay ?? []);
  const isOne = and(inArray(revisions.id, ids), isInTrash);
  for (const row of await tx.select().from(revisions).where(isOne).orderBy(revisions.id)) {
    const parts = content.partsOf(row.collection);
    const bringBack = async () => {
      await makeRoom(tx, parts, row.data, viewer);
      return recreateIn(tx, parts, row, { viewer, isConfirmed: true });
    };
    const error = await trySavepoint(tx, parts.collection, bringBack, isProblem);
    if (error instanceof AppError) refuseAny(UNDONE, [{ entry: row, error }]);
  }
};

/** The versions before come back, drafts included, all of them or none. */
export const undoRelease = ({ connection, content }: Parts, id: number, viewer: Viewer) =>
  transact(connection.db, async (tx) => {
    await markTogether(tx);
    const release = await lockRelease(tx, id);
    if (release.state !== 'published')
      throw new AppError('conflict', 'This release is not published');
    const entries = (await readEntries(tx, id)).toReversed();
    const undoing = { tx, content, entries, viewer };
    await requireUnchanged(undoing);
    const { failed } = await workThrough(tx, content.partsOf, entries, (parts, entry) =>
      undoOne(tx, parts, entry, viewer),
    );
    refuseAny(UNDONE, failed);
    await bringDraftsBack(undoing);
    await bringOthersBack(undoing);
    await tx.update(releaseItems).set({ outcome: null }).where(eq(releaseItems.releaseId, id));
    await endRelease(tx, release, 'undone', viewer, entries.toReversed());
  });
