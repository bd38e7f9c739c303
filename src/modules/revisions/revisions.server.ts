import { and, desc, eq, isNull, ne } from 'drizzle-orm';
import { type AnyItem, type Collection, fieldEntries, slugFieldOf } from '#kit/collection.ts';
import { updateSchema } from '#kit/validators.ts';
import type { Writer } from '#kit/write.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { forgetDraft, rebaseDraft } from '#modules/drafts/item-drafts.server.ts';
import { forgetSchedule } from '#modules/schedule/schedule.server.ts';
import { forgetComments } from '#modules/talk/comments.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { isInTrash, revisions } from '#platform/db/revisions.table.server.ts';
import { AppError, invalid, notFound } from '#platform/errors.ts';
import { problemsOf } from '#platform/problems.ts';
import type { Viewer } from '#platform/viewer.ts';

type Row = typeof revisions.$inferSelect;

/** A version in a response: timestamps are ISO text, and erased versions are never among them. */
const toResponse = ({ changelogSubject: _, ...row }: Row) => ({
  ...row,
  action: row.action === 'update' ? ('update' as const) : ('delete' as const),
  createdAt: row.createdAt.toISOString(),
  restoredAt: row.restoredAt?.toISOString() ?? null,
});

/** Fields of a stored version that the collection still has and does not compute. */
export const restorable = (collection: Collection, data: Row['data']) =>
  Object.fromEntries(
    fieldEntries(collection)
      .filter(([key, field]) => !field.derived && key in data)
      .map(([key]) => [key, data[key]]),
  );

export const listRevisions = async (db: Database, collection: Collection, itemId: number) => {
  const rows = await db
    .select()
    .from(revisions)
    .where(
      and(
        eq(revisions.collection, collection.name),
        eq(revisions.itemId, itemId),
        ne(revisions.action, 'erased'),
      ),
    )
    .orderBy(desc(revisions.id))
    .limit(200);
  return rows.map(toResponse);
};

export const listTrash = async (db: Database, page: { limit: number; offset: number }) => {
  const rows = await db
    .select()
    .from(revisions)
    .where(isInTrash)
    .orderBy(desc(revisions.id))
    .limit(page.limit)
    .offset(page.offset);
  return { items: rows.map(toResponse), total: await db.$count(revisions, isInTrash) };
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
    isConfirmed: boolean;
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
  const { collection, itemId: id, version, isConfirmed } = target;
  const draft = restorable(collection, row.data);
  const { writer } = target;
  return writer.inTransaction((tx) =>
    writer.restoreIn(tx, viewer, { id, version, isConfirmed }, draft),
  );
};

/** The address that an item comes back under, when it is not to be its own. */
const otherSlug = (collection: Collection, slug: string | undefined) => {
  const key = slugFieldOf(collection);
  if (slug === undefined || !key) return {};
  const checked = updateSchema(collection).safeParse({ [key]: slug });
  if (!checked.success) throw invalid(problemsOf(checked.error));
  return { [key]: slug };
};

type Find = (name: string) => Home | undefined;

interface Home {
  collection: Collection;
  writer: Writer;
}

interface Recreated {
  viewer: Viewer;
  slug?: string | undefined;
  isConfirmed: boolean;
}

/** Brings a deleted item back under its old id, so that references to it hold again. */
export const recreateIn = async (
  tx: Executor,
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
  return writer.recreateIn(tx, viewer, draft, { isConfirmed });
};

export const restoreFromTrash = async (
  find: Find,
  db: Database,
  {
    revisionId,
    slug,
    isConfirmed,
  }: { revisionId: number; slug: string | undefined; isConfirmed: boolean },
  viewer: Viewer,
): Promise<AnyItem> => {
  const [row] = await db
    .select()
    .from(revisions)
    .where(and(eq(revisions.id, revisionId), eq(revisions.action, 'delete')));
  const home = row ? find(row.collection) : undefined;
  if (!row || !home) throw notFound('Trash entry');
  const how = { viewer, slug, isConfirmed };
  return home.writer.inTransaction((tx) => recreateIn(tx, home, row, how));
};

/** Records that readers lost it, with only the fields that the public record needs. */
const withoutText = (row: Row, retained: readonly string[]): Row => ({
  ...row,
  action: 'erased',
  title: '',
  data: Object.fromEntries(retained.map((key) => [key, row.data[key]])),
  userId: null,
  userEmail: null,
});

/** Empties one entry, or the whole trash: every copy of the items goes, for good. */
export const emptyTrash = async (
  find: Find,
  db: Database,
  viewer: Viewer,
  revisionId?: number,
): Promise<number> => {
  return db.transaction(async (tx) => {
    const gone = await tx
      .delete(revisions)
      .where(revisionId === undefined ? isInTrash : and(isInTrash, eq(revisions.id, revisionId)))
      .returning();
    for (const row of gone) {
      const { collection, itemId, title } = row;
      await recordActivity(tx, viewer, { action: 'deleted for good', collection, itemId, title });
      await tx
        .delete(revisions)
        .where(and(eq(revisions.collection, collection), eq(revisions.itemId, itemId)));
      await forgetDraft(tx, { collection, itemId });
      await forgetSchedule(tx, { collection, itemId });
      await forgetComments(tx, { collection, itemId });
      const retained = find(collection)?.collection.changelog?.retained;
      if (retained && row.changelogSubject !== null)
        await tx.insert(revisions).values(withoutText(row, retained));
    }
    return gone.length;
  });
};
