import type { How, PlannedWrite } from '#kit/behaviour.server.ts';
import { isPublic, visibilityPatch } from '#kit/is-public.ts';
import { requireVersion } from '#kit/revisions.server.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import { holdsAll } from '#kit/write.server.ts';
import { trySavepoint } from '#modules/attempts.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { AppError, orNotFound } from '#platform/errors.ts';
import { type Tx, transact } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { findAndLock, forgetDraft, plannedBy, requireDraftVersion } from './item-drafts.server.ts';

/** More items would hold their rows for too long. */
export const MAX_DRAFTS_AT_ONCE = 200;

export interface DraftToPublish {
  collection: string;
  id: number;
  /** The version of the item that was seen. */
  version: number;
  /** The save of the draft that was seen, 0 for none. */
  draftVersion?: number | undefined;
}

interface Publisher {
  viewer: Viewer;
  isConfirmed: boolean;
}

/** An item with its draft as this call found them: other items of the call may change it before its turn. */
interface Found {
  asked: DraftToPublish;
  parts: CollectionParts;
  held: Awaited<ReturnType<typeof findAndLock>>;
}

const CHANGED =
  'It was changed after its draft was begun. Open it, choose which text stays, and save the draft again.';

/** Two calls with the same items lock them in one order, so that they cannot deadlock. */
const findAll = async (
  tx: Tx,
  find: (collection: string) => CollectionParts,
  drafts: readonly DraftToPublish[],
) => {
  const found = new Map<DraftToPublish, Found>();
  const inOneOrder = drafts.toSorted(
    (a, b) => a.collection.localeCompare(b.collection) || a.id - b.id,
  );
  for (const asked of inOneOrder) {
    const parts = find(asked.collection);
    const held = await findAndLock(tx, { collection: parts.collection, id: asked.id });
    found.set(asked, { asked, parts, held });
  }
  return drafts.flatMap((asked) => found.get(asked) ?? []);
};

const publishFound = async (
  tx: Tx,
  { asked, parts: { collection, writer }, held }: Found,
  { viewer, ...how }: Publisher & How,
) => {
  const { item, draft } = orNotFound(held, collection.label.one);
  requireVersion(item, asked.version);
  requireDraftVersion(item, draft, asked.draftVersion);
  if (!draft && isPublic(collection, item))
    throw new AppError('conflict', 'This is published already, and no draft of it waits');
  if (draft && draft.baseVersion !== item.version) throw new AppError('conflict', CHANGED);
  await forgetDraft(tx, { collection, id: item.id });
  // A field that the draft leaves as it was may follow another item of the call, such as a vendor's new name.
  const changed = Object.entries(draft?.fields ?? {}).filter(
    ([key, value]) => !holdsAll(item, { [key]: value }),
  );
  const change = { ...Object.fromEntries(changed), ...visibilityPatch(collection, true) };
  await writer.update(tx, viewer, { id: item.id }, change, how);
};

const titleOf = ({ asked, parts: { collection }, held }: Found): string =>
  held ? (held.draft?.title ?? String(held.item[collection.title] ?? '')) : `Number ${asked.id}`;

interface Refused {
  found: Found;
  error: AppError;
}

/** One item that is refused refuses all; where a person only has to be asked, the response says so. */
const refuse = (refused: readonly Refused[]): AppError => {
  const problems = refused.map(({ found, error }) => ({
    collection: found.asked.collection,
    id: found.asked.id,
    title: titleOf(found),
    reason: Object.values(error.fields ?? {})[0] ?? error.message,
  }));
  const named = problems.slice(0, 3).map(({ title, reason }) => `“${title}”: ${reason}`);
  if (problems.length > 3) named.push(`And ${problems.length - 3} more.`);
  const questions = refused.map(({ error }) => error.extra?.confirm);
  const isAsked = questions.every((question) => question !== undefined);
  return new AppError('conflict', `Nothing was published. ${named.join(' ')}`, {
    extra: { problems, ...(isAsked ? { confirm: questions[0] } : {}) },
  });
};

/** Publishes all of these drafts or none, in the order in which they are given, each by its own writer. */
export const publishDrafts = async (
  db: Database,
  find: (collection: string) => CollectionParts,
  drafts: readonly DraftToPublish[],
  publisher: Publisher,
): Promise<void> => {
  const writes: PlannedWrite[] = [];
  for (const { collection, id } of drafts)
    writes.push(await plannedBy(db, { collection: find(collection).collection, id }));
  const [first] = drafts;
  const lookedUp = first && (await find(first.collection).lookUp(publisher.viewer, writes));
  return transact(db, async (tx) => {
    const refused: Refused[] = [];
    for (const found of await findAll(tx, find, drafts)) {
      const publish = () => publishFound(tx, found, { ...publisher, lookedUp });
      const error = await trySavepoint(tx, found.parts.collection, publish);
      if (error instanceof AppError) refused.push({ found, error });
    }
    if (refused.length > 0) throw refuse(refused);
  });
};
