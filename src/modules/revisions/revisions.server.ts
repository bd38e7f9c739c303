import { and, desc, eq, isNull } from 'drizzle-orm';
import { type AnyItem, type Collection, fieldEntries } from '#kit/collection.ts';
import type { Writer } from '#kit/write.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { revisions } from '#platform/db/revisions.table.server.ts';
import { toItem } from '#platform/db/rows.server.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';

type Row = typeof revisions.$inferSelect;

/** Fields of a stored version that the collection still has and does not compute. */
const restorable = (collection: Collection, data: Row['data']) =>
  Object.fromEntries(
    fieldEntries(collection)
      .filter(([key, field]) => !field.derived && key in data)
      .map(([key]) => [key, data[key]]),
  );

export const listRevisions = async (db: Database, collection: Collection, itemId: number) => {
  const rows = await db
    .select()
    .from(revisions)
    .where(and(eq(revisions.collection, collection.name), eq(revisions.itemId, itemId)))
    .orderBy(desc(revisions.id))
    .limit(200);
  return rows.map(toItem);
};

export const listTrash = async (db: Database, page: { limit: number; offset: number }) => {
  const inTrash = and(eq(revisions.action, 'delete'), isNull(revisions.restoredAt));
  const rows = await db
    .select()
    .from(revisions)
    .where(inTrash)
    .orderBy(desc(revisions.id))
    .limit(page.limit)
    .offset(page.offset);
  return { items: rows.map(toItem), total: await db.$count(revisions, inTrash) };
};

/** An old version becomes the newest one; the version it replaces is kept as every other. */
export const restoreRevision = async (
  db: Database,
  target: {
    collection: Collection;
    writer: Writer;
    itemId: number;
    revisionId: number;
    version: number | undefined;
  },
  viewer: Viewer,
): Promise<AnyItem> => {
  const [row] = await db
    .select()
    .from(revisions)
    .where(
      and(
        eq(revisions.id, target.revisionId),
        eq(revisions.collection, target.collection.name),
        eq(revisions.itemId, target.itemId),
      ),
    );
  if (!row) throw notFound('Revision');
  const draft = restorable(target.collection, row.data);
  const { itemId: id, version } = target;
  return target.writer.update(viewer, { id, version, isRestore: true }, draft);
};

/** Brings a deleted item back under its old id, so that references to it hold again. */
export const restoreFromTrash = async (
  find: (name: string) => { collection: Collection; writer: Writer } | undefined,
  db: Database,
  revisionId: number,
  viewer: Viewer,
): Promise<AnyItem> => {
  const [row] = await db
    .select()
    .from(revisions)
    .where(and(eq(revisions.id, revisionId), eq(revisions.action, 'delete')));
  const home = row ? find(row.collection) : undefined;
  if (!row || !home) throw notFound('Trash entry');
  return home.writer.inTransaction(async (tx) => {
    const claimed = await tx
      .update(revisions)
      .set({ restoredAt: new Date() })
      .where(and(eq(revisions.id, revisionId), isNull(revisions.restoredAt)))
      .returning({ id: revisions.id });
    if (claimed.length === 0) throw new AppError('conflict', 'This item has been restored already');
    const draft = {
      ...restorable(home.collection, row.data),
      id: row.itemId,
      version: row.version + 1,
      createdAt: row.data.createdAt,
    };
    return home.writer.createIn(tx, viewer, draft, true);
  });
};

/** Empties one entry, or the whole trash: every copy of the items goes, for good. */
export const emptyTrash = async (db: Database, revisionId?: number): Promise<number> => {
  const inTrash = and(eq(revisions.action, 'delete'), isNull(revisions.restoredAt));
  return db.transaction(async (tx) => {
    const gone = await tx
      .delete(revisions)
      .where(revisionId === undefined ? inTrash : and(inTrash, eq(revisions.id, revisionId)))
      .returning({ collection: revisions.collection, itemId: revisions.itemId });
    for (const { collection, itemId } of gone) {
      await tx
        .delete(revisions)
        .where(and(eq(revisions.collection, collection), eq(revisions.itemId, itemId)));
    }
    return gone.length;
  });
};
