import { and, desc, eq, getTableColumns, gt, inArray, notExists, sql } from 'drizzle-orm';
import type { PlannedWrite } from '#kit/behaviour.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { isPublic, visibilityPatch } from '#kit/is-public.ts';
import { requireVersion } from '#kit/revisions.server.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import { tableOf } from '#kit/table.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import {
  byType,
  findStored,
  holdStored,
  isAt,
  keyOf,
  type Place,
  placeOf,
  type Subject,
  signedBy,
} from '#modules/place.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { isInTrash, revisions } from '#platform/db/revisions.table.server.ts';
import { AppError, notFound, orNotFound } from '#platform/errors.ts';
import { type Tx, transact } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { itemDrafts } from './item-drafts.table.server.ts';

type Row = typeof itemDrafts.$inferSelect;
type Fields = Record<string, unknown>;

export interface DraftTarget extends Subject {
  viewer: Viewer;
  version?: number | undefined;
  /** Rebases the draft on this item version. */
  baseVersion?: number | undefined;
  /** The save of the draft that was seen, 0 for none. */
  draftVersion?: number | undefined;
}

const toResponse = ({ userId: _userId, userEmail, ...row }: Row) => ({
  ...row,
  savedBy: userEmail,
});

const isOf = (subject: Subject) => isAt(itemDrafts, placeOf(subject));

/** A row without a save only marks an item as ready. */
export const hasSave = gt(itemDrafts.version, 0);

const isDraftOf = (subject: Subject) => and(isOf(subject), hasSave);

/** An item and the draft over it, as the last commit left them and held from now on; null for an item that is gone. */
export const findAndLock = async (tx: Tx, subject: Subject) => {
  const item = await holdStored(tx, subject);
  if (!item) return null;
  const [draft = null] = await tx.select().from(itemDrafts).where(isDraftOf(subject)).for('update');
  return { item, draft };
};

/** Every change of a draft locks its item first, so that two cannot deadlock. */
export const lockDraft = async (tx: Tx, target: Subject) =>
  orNotFound(await findAndLock(tx, target), target.collection.label.one);

/** The item as the draft would have it, under the draft's own version. */
const asItem = (item: AnyItem, draft: Row): AnyItem => ({
  ...item,
  ...draft.fields,
  version: draft.version,
  updatedAt: draft.updatedAt.toISOString(),
});

/** As of an item, but the response says that it is the draft that changed; 0 stands for no draft. */
export const requireDraftVersion = (
  item: AnyItem,
  draft: Row | null,
  expected: number | undefined,
): void => {
  if (expected === undefined || expected === (draft?.version ?? 0)) return;
  throw new AppError('changed', 'Somebody else changed this draft in the meantime', {
    extra: { current: draft ? asItem(item, draft) : item, isDraft: true },
  });
};

/** A draft never sets visibility: only publishing does. */
const draftable = ({ visible, fields }: Collection, body: Fields): Fields =>
  Object.fromEntries(
    Object.entries(body).filter(([key]) => key !== visible?.field && !fields[key]?.server),
  );

export const findDraft = async (db: Executor, target: Subject): Promise<Row | null> =>
  (await db.select().from(itemDrafts).where(isDraftOf(target)))[0] ?? null;

export const getDraft = async (db: Database, target: Subject) => {
  const draft = await findDraft(db, target);
  // The draft of an item in the trash comes back with it.
  if (!draft || !(await findStored(db, target))) throw notFound('Draft');
  return toResponse(draft);
};

/** Drafts to publish, without the texts, the last saved first. */
export const listDrafts = (db: Database) => {
  const isOfDraft = and(
    eq(revisions.collection, itemDrafts.collection),
    eq(revisions.itemId, itemDrafts.itemId),
  );
  const inTrash = db.select({ one: sql`1` }).from(revisions).where(and(isOfDraft, isInTrash));
  const { fields: _, userId: _user, userEmail: savedBy, ...shown } = getTableColumns(itemDrafts);
  return db
    .select({ ...shown, savedBy })
    .from(itemDrafts)
    .where(notExists(inTrash))
    .orderBy(desc(itemDrafts.updatedAt));
};

interface Over {
  collection: Collection;
  item: AnyItem;
  viewer: Pick<NonNullable<Viewer>, 'id' | 'email' | 'origin'> | null;
  /** The item as it is now was looked at: the draft stands on it from now on. */
  isRebased?: boolean;
}

/** Writes the row of a draft: unnamed fields stay as drafted, else as live. */
export const putDraft = async (tx: Tx, over: Over, body: Fields) => {
  const { collection, item, viewer, isRebased = false } = over;
  const draft = await findDraft(tx, { collection, id: item.id });
  const fields = { ...draft?.fields, ...draftable(collection, body) };
  const saved = {
    fields,
    title: String(fields[collection.title] ?? item[collection.title] ?? ''),
    ...signedBy(viewer),
    updatedAt: new Date(),
  };
  const place = { ...placeOf({ collection, id: item.id }), baseVersion: item.version };
  const [row] = await tx
    .insert(itemDrafts)
    .values({ ...saved, ...place })
    .onConflictDoUpdate({
      target: [itemDrafts.collection, itemDrafts.itemId],
      set: {
        ...saved,
        ...(isRebased || !draft ? { baseVersion: item.version } : {}),
        version: sql`${itemDrafts.version} + 1`,
      },
    })
    .returning();
  return toResponse(orNotFound(row, 'Draft'));
};

/** As `putDraft`, with a line of activity: for a person's change, under the lock. */
export const putAndRecord = async (tx: Tx, over: Over, body: Fields) => {
  const saved = await putDraft(tx, over, body);
  await recordActivity(tx, over.viewer, {
    action: 'draft saved',
    collection: saved.collection,
    itemId: saved.itemId,
    title: saved.title,
    version: saved.version,
    details: { fields: Object.keys(body) },
  });
  return saved;
};

/** Checks the version of the draft, or of the item while there is none. */
export const saveDraft = (db: Database, target: DraftTarget, body: Fields) =>
  transact(db, async (tx) => {
    const { collection, viewer, version, baseVersion, draftVersion } = target;
    const { item, draft } = await lockDraft(tx, target);
    requireDraftVersion(item, draft, draftVersion);
    if (draft) requireDraftVersion(item, draft, version);
    else requireVersion(item, version);
    requireVersion(item, baseVersion);
    const isRebased = baseVersion !== undefined;
    return putAndRecord(tx, { collection, item, viewer, isRebased }, body);
  });

/** `end` cleans up other data of the draft, in the same transaction. */
export const discardDraft = (
  db: Database,
  target: DraftTarget,
  end: (tx: Tx) => Promise<void>,
): Promise<void> =>
  transact(db, async (tx) => {
    const { item, draft } = await lockDraft(tx, target);
    if (!draft) throw notFound('Draft');
    requireDraftVersion(item, draft, target.version);
    const { collection, itemId, title } = draft;
    const action = 'draft discarded';
    await recordActivity(tx, target.viewer, { action, collection, itemId, title });
    await tx.delete(itemDrafts).where(eq(itemDrafts.id, draft.id));
    await end(tx);
  });

/** What the item becomes when its draft is published. */
export const plannedBy = async (db: Executor, subject: Subject): Promise<PlannedWrite> => ({
  ...subject,
  draft: (await findDraft(db, subject))?.fields ?? {},
});

/** The draft becomes the item, by the writer that every change goes through; so does an item that never was public. */
export const publishDraft = async (
  db: Database,
  { writer, lookUp, viewer, ...target }: DraftTarget & Pick<CollectionParts, 'writer' | 'lookUp'>,
  isConfirmed: boolean,
): Promise<AnyItem> => {
  const { collection, id, version } = target;
  const lookedUp = await lookUp(viewer, [await plannedBy(db, { collection, id })]);
  return writer.inTransaction(async (tx) => {
    const { item, draft } = await lockDraft(tx, target);
    if (!draft && isPublic(collection, item)) throw notFound('Draft');
    requireDraftVersion(item, draft, target.draftVersion);
    await forgetDraft(tx, target);
    return writer.update(
      tx,
      viewer,
      { id, version: version ?? draft?.baseVersion },
      { ...draft?.fields, ...visibilityPatch(collection, true) },
      { isConfirmed, lookedUp },
    );
  });
};

/** A draft over a version stands on another one with the same texts. */
export const rebaseDraft = (tx: Tx, place: Subject, from: number, to: number) =>
  tx
    .update(itemDrafts)
    .set({ baseVersion: to })
    .where(and(isOf(place), eq(itemDrafts.baseVersion, from)));

export const forgetDraft = (tx: Tx, place: Subject) => tx.delete(itemDrafts).where(isOf(place));

export interface Standing {
  collection: Collection;
  item: AnyItem;
  draft: Row | null;
}

/** The items at these places that are there, each with its draft, by few statements. */
export const readStanding = async (
  db: Executor,
  registry: readonly Collection[],
  places: readonly Place[],
) => {
  const found = new Map<string, Standing>();
  for (const { collection, ids } of byType(registry, places)) {
    const table = tableOf(collection);
    const items: AnyItem[] = await db.select().from(table).where(inArray(table.id, ids));
    const isOfType = eq(itemDrafts.collection, collection.name);
    const drafts = await db
      .select()
      .from(itemDrafts)
      .where(and(isOfType, hasSave, inArray(itemDrafts.itemId, ids)));
    for (const item of items) {
      const draft = drafts.find(({ itemId }) => itemId === item.id) ?? null;
      found.set(keyOf(placeOf({ collection, id: item.id })), { collection, item, draft });
    }
  }
  return found;
};

/** Every item that a draft waits over: as it is, and as it is to become. */
export const itemsAsDrafted = async (
  db: Database,
  { registry }: { registry: readonly Collection[] },
) => {
  const drafts = await db.select().from(itemDrafts).where(hasSave).orderBy(itemDrafts.id);
  const standing = await readStanding(db, registry, drafts);
  return drafts.flatMap((draft) => {
    const { collection, item: live } = standing.get(keyOf(draft)) ?? {};
    if (!collection || !live) return [];
    const drafted: AnyItem = { ...live, ...draft.fields };
    return [{ collection, item: { live, drafted } }];
  });
};
