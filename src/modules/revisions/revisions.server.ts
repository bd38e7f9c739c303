import { and, desc, eq, isNull } from 'drizzle-orm';
import { type AnyItem, type Collection, fieldEntries, slugFieldOf } from '#kit/collection.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import { updateSchema } from '#kit/validators.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { rebaseDraft } from '#modules/drafts/item-drafts.server.ts';
import { itemDrafts } from '#modules/drafts/item-drafts.table.server.ts';
import { isAt, placeOf } from '#modules/place.server.ts';
import { isOfItem } from '#modules/schedule/schedule-entry.server.ts';
import { comments } from '#modules/talk/talk.tables.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { isInTrash, revisions } from '#platform/db/revisions.table.server.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { jobs } from '#platform/jobs/jobs.table.server.ts';
import { parseAs } from '#platform/problems.ts';
import { type Tx, transact } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';

type Row = typeof revisions.$inferSelect;

/** Fields of a stored version that the collection still has and does not compute. */
const restorable = (collection: Collection, data: Row['data']) =>
  Object.fromEntries(
    fieldEntries(collection)
      .filter(([key, field]) => !field.derived && key in data)
      .map(([key]) => [key, data[key]]),
  );

export const listRevisions = async (db: Database, collection: Collection, id: number) => {
  const isOfItem = isAt(revisions, placeOf({ collection, id }));
  const rows = await db
    .select()
    .from(revisions)
    .where(isOfItem)
    .orderBy(desc(revisions.id))
    .limit(200);
  return rows;
};

export const listTrash = async (db: Database, page: { limit: number; offset: number }) => {
  const rows = await db
    .select()
    .from(revisions)
    .where(isInTrash)
    .orderBy(desc(revisions.id))
    .limit(page.limit)
    .offset(page.offset);
  return { items: rows, total: await db.$count(revisions, isInTrash) };
};

type Home = Pick<CollectionParts, 'collection' | 'writer'>;
type Find = (name: string) => Home | undefined;

interface Earlier {
  id: number;
  revisionId: number;
  version: number | undefined;
  isConfirmed: boolean;
}

/** An old version becomes the newest one; the version it replaces is kept as every other. */
export const restoreRevision = async (
  db: Database,
  { collection, writer, revisionId, isConfirmed, ...target }: Home & Earlier,
  viewer: Viewer,
): Promise<AnyItem> => {
  const isOfItem = isAt(revisions, placeOf({ collection, id: target.id }));
  const [row] = await db
    .select()
    .from(revisions)
    .where(and(eq(revisions.id, revisionId), isOfItem));
  if (!row) throw notFound('Revision');
  const draft = restorable(collection, row.data);
  const how = { isRestore: true, isConfirmed };
  return writer.inTransaction((tx) => writer.update(tx, viewer, target, draft, how));
};

/** The address that an item comes back under, when it is not to be its own. */
const otherSlug = (collection: Collection, slug: string | undefined) => {
  const key = slugFieldOf(collection);
  if (slug === undefined || !key) return {};
  parseAs(updateSchema(collection), { [key]: slug });
  return { [key]: slug };
};

interface Recreated {
  viewer: Viewer;
  slug?: string | undefined;
  isConfirmed: boolean;
}

/** Brings a deleted item back under its old id, so that references to it hold again. */
const recreateIn = async (
  tx: Tx,
  { collection, writer }: Home,
  row: Row,
  { viewer, slug, isConfirmed }: Recreated,
): Promise<AnyItem> => {
  const claimed = await tx
    .update(revisions)
    .set({ restoredAt: new Date() })
    .where(and(eq(revisions.id, row.id), isNull(revisions.restoredAt)))
    .returning({ id: revisions.id });
  if (claimed.length === 0) throw new AppError('conflict', 'This item has been restored already');
  const draft = {
    ...restorable(collection, row.data),
    ...otherSlug(collection, slug),
    id: row.itemId,
    version: row.version + 1,
    createdAt: String(row.data.createdAt),
  };
  await rebaseDraft(tx, { collection, id: row.itemId }, row.version, draft.version);
  return writer.create(tx, viewer, draft, { isRestore: true, isConfirmed });
};

export const restoreFromTrash = async (
  find: Find,
  db: Database,
  { revisionId, ...asked }: Omit<Recreated, 'viewer'> & { revisionId: number },
  viewer: Viewer,
): Promise<AnyItem> => {
  const [row] = await db
    .select()
    .from(revisions)
    .where(and(eq(revisions.id, revisionId), eq(revisions.action, 'delete')));
  const home = row ? find(row.collection) : undefined;
  if (!row || !home) throw notFound('Trash entry');
  return home.writer.inTransaction((tx) => recreateIn(tx, home, row, { ...asked, viewer }));
};

/** Rows that wait in the trash for an item to come back, and go with its last copy. */
export const BESIDE = [revisions, itemDrafts, comments] as const;

/** Empties one entry, or the whole trash: every copy of the items goes, for good. */
export const emptyTrash = (db: Database, viewer: Viewer, revisionId?: number) =>
  transact(db, async (tx) => {
    const gone = await tx
      .delete(revisions)
      .where(revisionId === undefined ? isInTrash : and(isInTrash, eq(revisions.id, revisionId)))
      .returning();
    for (const row of gone) {
      const { collection, itemId, title } = row;
      await recordActivity(tx, viewer, { action: 'deleted for good', collection, itemId, title });
      for (const table of BESIDE) await tx.delete(table).where(isAt(table, row));
      await tx.delete(jobs).where(isOfItem(row));
    }
    return gone.length;
  });
