import { type AnyItem, slugFieldOf } from '#kit/collection.ts';
import { isPublic, visibilityPatch } from '#kit/is-public.ts';
import type { CollectionParts, PartsOf } from '#kit/routes.server.ts';
import { holdsAll } from '#kit/write.server.ts';
import { orRefusal, trySavepoint } from '#modules/attempts.server.ts';
import { findAndLock, forgetDraft, lockDraft } from '#modules/drafts/item-drafts.server.ts';
import type { itemDrafts } from '#modules/drafts/item-drafts.table.server.ts';
import { findReview, releaseToReaders } from '#modules/reviews/reviews.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError, orNotFound } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Entry } from './releases.server.ts';
import type { Outcome } from './releases.tables.server.ts';

export interface How {
  /** Null for a rehearsal: it asks nobody outside and refuses nothing for a role. */
  viewer: Viewer;
  isConfirmed: boolean;
  isScheduled?: boolean;
}

/** An item as the release found it: other entries may change it before its turn comes. */
interface Found {
  item: AnyItem;
  draft: typeof itemDrafts.$inferSelect | null;
  /** The publisher, or why there is none: an approval covers the text as it was found. */
  publisher?: Viewer | AppError;
}

interface Piece extends CollectionParts {
  tx: Executor;
  entry: Entry;
  how: How;
  found: Found;
}

/** All but the last version, which later entries may raise. */
type Apply = (piece: Piece) => Promise<Pick<Outcome, 'before' | 'draft' | 'savedBy' | 'review'>>;

const CHANGED =
  'It was changed after its draft was begun. Open it, choose which text stays, and save the draft again.';

const publish: Apply = async ({ tx, collection, writer, how, found }) => {
  const { item, draft, publisher = null } = found;
  const { id } = item;
  if (publisher instanceof AppError) throw publisher;
  if (!draft && isPublic(collection, item)) {
    throw new AppError('conflict', 'This is published already, and no draft of it waits');
  }
  if (draft && draft.baseVersion !== item.version) throw new AppError('conflict', CHANGED);
  const review = await findReview(tx, { collection, id });
  // Before the write, which ends the review of items without a draft.
  await forgetDraft(tx, { collection, id });
  const write = how.isScheduled ? writer.updateDueIn : writer.updateIn;
  const { fields = null, userId, userEmail } = draft ?? {};
  // A field that the draft leaves as it was may follow another item of the release, such as a vendor's new name.
  const changed = Object.entries(fields ?? {}).filter(
    ([key, value]) => !holdsAll(item, { [key]: value }),
  );
  const change = { ...Object.fromEntries(changed), ...visibilityPatch(collection, true) };
  await write(tx, publisher, { id, isConfirmed: how.isConfirmed }, change);
  const savedBy = userId && userEmail ? { id: userId, email: userEmail } : null;
  return { before: item.version, draft: fields, savedBy, review };
};

const move: Apply = async ({ tx, collection, writer, entry, how, found }) => {
  const { id, version } = found.item;
  const slug = { [slugFieldOf(collection) ?? 'slug']: entry.slug };
  await writer.updateIn(tx, how.viewer, { id, isConfirmed: how.isConfirmed }, slug);
  return { before: version, draft: null };
};

const remove: Apply = async ({ tx, collection, writer, entry, how }) => {
  const { item } = await lockDraft(tx, { collection, id: entry.itemId });
  await writer.removeHeldIn(tx, how.viewer, item);
  return { before: item.version, draft: null };
};

const APPLY: Record<Entry['action'], Apply> = { publish, move, delete: remove };

/** A deletion frees an address, and so does a move. */
const ORDER: readonly Entry['action'][] = ['delete', 'move', 'publish'];

export interface Refused {
  entry: Pick<Entry, 'collection' | 'itemId' | 'title'>;
  error: AppError;
}

export const toProblem = ({ entry: { collection, itemId, title }, error }: Refused) => ({
  collection,
  itemId,
  title,
  reason: Object.values(error.fields ?? {})[0] ?? error.message,
  isAsked: error.extra?.confirm !== undefined,
});

/** Refuses all of it for one item; where a person only has to be asked, the response says so. */
export const refuseAny = (what: string, failed: readonly Refused[]) => {
  const [first] = failed;
  if (!first) return;
  const problems = failed.map(toProblem);
  const named = problems.slice(0, 3).map(({ title, reason }) => `“${title}”: ${reason}`);
  const more = problems.length > 3 ? [`and ${problems.length - 3} more`] : [];
  const isAsked = problems.every((problem) => problem.isAsked);
  throw new AppError('conflict', `${what}. ${[...named, ...more].join(' ')}`, {
    extra: { problems, ...(isAsked ? { confirm: first.error.extra?.confirm } : {}) },
  });
};

/** Only what a person can mend is a problem of the item. */
export const isProblem = (error: unknown): error is AppError =>
  error instanceof AppError && error.code !== 'unavailable';

/** Two transactions over the same items take them in one order, so that they cannot deadlock. */
export const lockAll = async (tx: Executor, partsOf: PartsOf, entries: readonly Entry[]) => {
  const byPlace = entries.toSorted(
    (a, b) => a.collection.localeCompare(b.collection) || a.itemId - b.itemId,
  );
  const found = new Map<Entry, Found>();
  for (const entry of byPlace) {
    const { collection } = partsOf(entry.collection);
    const held = await findAndLock(tx, { collection, id: entry.itemId });
    if (held) found.set(entry, held);
  }
  return found;
};

/** Does something to every entry; one that another stands in the way of is tried again after that one. */
export const workThrough = async <T>(
  tx: Executor,
  partsOf: PartsOf,
  entries: readonly Entry[],
  work: (parts: CollectionParts, entry: Entry) => Promise<T>,
) => {
  const done = new Map<Entry, T>();
  let left = entries;
  for (;;) {
    const failed: (Refused & { entry: Entry })[] = [];
    for (const entry of left) {
      const parts = partsOf(entry.collection);
      const attempt = () => work(parts, entry);
      const result = await trySavepoint(tx, parts.collection, attempt, isProblem);
      if (result instanceof AppError) failed.push({ entry, error: result });
      else done.set(entry, result);
    }
    if (failed.length === 0 || failed.length === left.length) return { done, failed };
    left = failed.map(({ entry }) => entry);
  }
};

/** Writes every entry, by the texts that were found before the first of them. */
export const applyEntries = async (
  tx: Executor,
  partsOf: PartsOf,
  entries: readonly Entry[],
  how: How,
) => {
  const found = await lockAll(tx, partsOf, entries);
  for (const [{ action, collection, itemId: id }, held] of found) {
    if (action !== 'publish') continue;
    const parts = partsOf(collection);
    const asked = releaseToReaders(tx, { collection: parts.collection, id }, how.viewer);
    held.publisher = await orRefusal(asked, isProblem);
  }
  const ordered = ORDER.flatMap((action) => entries.filter((entry) => entry.action === action));
  return workThrough(tx, partsOf, ordered, async (parts, entry) => {
    const held = orNotFound(found.get(entry), parts.collection.label.one);
    return APPLY[entry.action]({ ...parts, tx, entry, how, found: held });
  });
};
