import { and, eq, sql } from 'drizzle-orm';
import { slugFieldOf, uniqueSetsOf } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { isPublic, visibilityPatch } from '#kit/is-public.ts';
import type { CollectionParts, PartsOf } from '#kit/routes.server.ts';
import { findAndLock, forgetDraft, lockDraft } from '#modules/drafts/item-drafts.server.ts';
import { itemDrafts } from '#modules/drafts/item-drafts.table.server.ts';
import { releaseToReaders } from '#modules/reviews/reviews.server.ts';
import { asConflict } from '#platform/db/conflicts.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Outcome, releaseItems } from './releases.tables.server.ts';

export type Entry = typeof releaseItems.$inferSelect;

export interface How {
  /** Null for a rehearsal: it asks nobody outside and refuses nothing for a role. */
  viewer: Viewer;
  isConfirmed: boolean;
  isScheduled?: boolean;
}

const CHANGED =
  'It was changed after its draft was begun. Open it, choose which text stays, and save the draft again.';

const publish = async (tx: Executor, parts: CollectionParts, entry: Entry, how: How) => {
  const { collection, writer } = parts;
  const { itemId: id } = entry;
  const { item, draft } = await lockDraft(tx, { collection, id });
  if (!draft && isPublic(collection, item)) {
    throw new AppError('conflict', 'This is published already, and no draft of it waits');
  }
  if (draft && draft.baseVersion !== item.version) throw new AppError('conflict', CHANGED);
  const viewer = await releaseToReaders(tx, { collection, id }, how.viewer);
  // Before the write, which ends the review of items without a draft.
  await forgetDraft(tx, { collection: collection.name, itemId: id });
  const write = how.isScheduled ? writer.updateDueIn : writer.updateIn;
  const change = { ...draft?.fields, ...visibilityPatch(collection, true) };
  const at = { id, version: item.version, isConfirmed: how.isConfirmed };
  const after = await write(tx, viewer, at, change);
  return { before: item.version, after: after.version, draft: draft?.fields ?? null };
};

/** A draft that stays over a moved item stands on it as it is now. */
export const rebaseDraft = (tx: Executor, entry: Entry, from: number, to: number) =>
  tx
    .update(itemDrafts)
    .set({ baseVersion: to })
    .where(
      and(
        eq(itemDrafts.collection, entry.collection),
        eq(itemDrafts.itemId, entry.itemId),
        eq(itemDrafts.baseVersion, from),
      ),
    );

const move = async (tx: Executor, parts: CollectionParts, entry: Entry, how: How) => {
  const { collection, writer } = parts;
  const { item } = await lockDraft(tx, { collection, id: entry.itemId });
  const at = { id: item.id, isConfirmed: how.isConfirmed };
  const slug = { [slugFieldOf(collection) ?? 'slug']: entry.slug };
  const after = await writer.updateIn(tx, how.viewer, at, slug);
  await rebaseDraft(tx, entry, item.version, after.version);
  return { before: item.version, after: after.version, draft: null };
};

const remove = async (
  tx: Executor,
  { collection, writer }: CollectionParts,
  entry: Entry,
  how: How,
) => {
  const { item } = await lockDraft(tx, { collection, id: entry.itemId });
  await writer.removeHeldIn(tx, how.viewer, item);
  return { before: item.version, after: null, draft: null };
};

type Apply = (tx: Executor, parts: CollectionParts, entry: Entry, how: How) => Promise<Outcome>;

const APPLY: Record<Entry['action'], Apply> = { publish, move, delete: remove };

/** A deletion frees an address, and so does a move. */
const ORDER: readonly Entry['action'][] = ['delete', 'move', 'publish'];

export interface Failed {
  entry: Entry;
  error: AppError;
}

/** Only what a person can mend is a problem of the item. */
const toProblem = (error: unknown, { collection }: CollectionParts): AppError => {
  const told = asConflict(error, collection.table, uniqueSetsOf(collection), (key) =>
    labelOf(key, collection.fields[key]),
  );
  if (told instanceof AppError && told.code !== 'unavailable') return told;
  throw told;
};

/** Runs a piece of work that may fail alone: the transaction goes on without it. */
export const tryAlone = async <T>(
  tx: Executor,
  parts: CollectionParts,
  work: () => Promise<T>,
): Promise<T | AppError> => {
  await tx.execute(sql`savepoint piece`);
  try {
    const result = await work();
    await tx.execute(sql`release savepoint piece`);
    return result;
  } catch (error) {
    await tx.execute(sql`rollback to savepoint piece`);
    return toProblem(error, parts);
  }
};

/** Two transactions over the same items take them in one order, so that they cannot deadlock. */
export const lockAll = async (tx: Executor, partsOf: PartsOf, entries: readonly Entry[]) => {
  const byPlace = entries.toSorted(
    (a, b) => a.collection.localeCompare(b.collection) || a.itemId - b.itemId,
  );
  for (const { collection, itemId: id } of byPlace) {
    await findAndLock(tx, { collection: partsOf(collection).collection, id });
  }
};

/** Writes every entry; one that another stands in the way of is tried again after that one. */
export const applyEntries = async (
  tx: Executor,
  partsOf: PartsOf,
  entries: readonly Entry[],
  how: How,
) => {
  await lockAll(tx, partsOf, entries);
  const done = new Map<Entry, Outcome>();
  let left = ORDER.flatMap((action) => entries.filter((entry) => entry.action === action));
  for (;;) {
    const failed: Failed[] = [];
    for (const entry of left) {
      const parts = partsOf(entry.collection);
      const result = await tryAlone(tx, parts, () => APPLY[entry.action](tx, parts, entry, how));
      if (result instanceof AppError) failed.push({ entry, error: result });
      else done.set(entry, result);
    }
    if (failed.length === 0 || failed.length === left.length) return { done, failed };
    left = failed.map(({ entry }) => entry);
  }
};
