import { and, desc, eq, inArray, notExists, sql } from 'drizzle-orm';
import type { Effect } from '#kit/behaviour.server.ts';
import type { Collection } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import { requireVersion } from '#kit/revisions.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import {
  lockDraft,
  readStanding,
  requireDraftVersion,
  type Standing,
} from '#modules/drafts/item-drafts.server.ts';
import { itemDrafts } from '#modules/drafts/item-drafts.table.server.ts';
import { isAt, keyOf, placeOf, type Subject } from '#modules/place.server.ts';
import { idsOfEmails, idsOfPublishers, tell } from '#modules/talk/notices.server.ts';
import { queueReviewAsked } from '#modules/webhooks/queue-webhooks.server.ts';
import { transact } from '#platform/changes.server.ts';
import { createBatchedWrite } from '#platform/db/append.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { readMeta, writeMeta } from '#platform/db/meta.server.ts';
import { AppError, invalid, notFound } from '#platform/errors.ts';
import type { NoticeKind } from '#platform/notice-kinds.ts';
import { forbidden, hasRole, type Role } from '#platform/roles.ts';
import type { Viewer } from '#platform/viewer.ts';
import { type ReviewState, reviews } from './reviews.table.server.ts';

const SETTING = 'review';
const MAX_NOTES = 200;

type Row = typeof reviews.$inferSelect;

/** The text that was looked at, where the caller says so. */
interface Seen {
  version?: number | undefined;
  draftVersion?: number | undefined;
}

export interface ReviewChange {
  state?: ReviewState | undefined;
  assignee?: string | null | undefined;
  note?: string | undefined;
}

/** Whether texts are reviewed before they are published: a team switches it on. */
export const readReviewSetting = async (db: Executor) => ({
  isOn: (await readMeta(db, SETTING)) === true,
});

export const writeReviewSetting = (db: Database, isOn: boolean, viewer: Viewer) =>
  transact(db, async (tx) => {
    await writeMeta(tx, SETTING, isOn);
    const details = { review: isOn ? 'on' : 'off' };
    await recordActivity(tx, viewer, { action: 'setting changed', details });
    return { isOn };
  });

const isOf = (subject: Subject) => isAt(reviews, placeOf(subject));

export const findReview = async (db: Executor, subject: Subject): Promise<Row | undefined> =>
  (await db.select().from(reviews).where(isOf(subject)))[0];

/** The text that is looked at: the item, and the draft over it if there is one. */
const textOf = (collection: Collection, { item, draft }: Pick<Standing, 'item' | 'draft'>) => ({
  title: draft?.title ?? String(item[collection.title] ?? ''),
  itemVersion: item.version,
  draftVersion: draft?.version ?? null,
  isWaiting: draft !== null || !isPublic(collection, item),
});

type Text = ReturnType<typeof textOf>;

const isSameText = (row: Row, text: Text) =>
  row.itemVersion === text.itemVersion && row.draftVersion === text.draftVersion;

const isApproval = (state: ReviewState) => state === 'approved' || state === 'agreed';

/** An approval covers only the version that was seen. */
const stateOf = (row: Row, text: Text): ReviewState =>
  isApproval(row.state) && !isSameText(row, text) ? 'in review' : row.state;

const toResponse = (row: Row, text: Text) => ({
  collection: row.collection,
  itemId: row.itemId,
  title: text.title,
  state: stateOf(row, text),
  assignee: row.assignee,
  notes: row.notes,
  changedBy: row.userEmail,
  updatedAt: row.updatedAt,
});

/** Everything that is on its way, the last changed first. */
export const listReviews = async (db: Database, registry: readonly Collection[]) => {
  const rows = await db.select().from(reviews).orderBy(desc(reviews.updatedAt));
  const standing = await readStanding(db, registry, rows);
  return rows.flatMap((row) => {
    const found = standing.get(keyOf(row));
    const text = found && textOf(found.collection, found);
    return text?.isWaiting ? [toResponse(row, text)] : [];
  });
};

/** A review of an unknown assignee would show on no screen. */
const requireUser = async (tx: Executor, email: string) => {
  const isThere = (await tx.$count(users, eq(users.email, email))) > 0;
  if (!isThere) throw invalid({ assignee: 'Nobody signs in with this address' });
};

/** A publisher decides; whoever is asked may agree and answer, whatever their role; the rest is for editors. */
const requireRights = (
  viewer: Viewer,
  { state, assignee, note }: ReviewChange,
  before: Row | undefined,
) => {
  if (!viewer) return;
  const isAsked = before?.assignee === viewer.email;
  const answers = assignee === undefined && (state === undefined ? note : state === 'agreed');
  if (state === 'agreed' && !isAsked)
    throw new AppError('forbidden', 'Only whoever was asked to review this may agree to it.');
  if (state === 'approved' && !hasRole(viewer, 'publisher'))
    throw forbidden(viewer.role, 'publisher');
  if (!(isAsked && answers) && !hasRole(viewer, 'editor')) throw forbidden(viewer.role, 'editor');
};

interface Told {
  collection: Collection;
  title: string;
  row: Row;
  before: Row | undefined;
  note: string | undefined;
}

/** The reviewer and the person who asked hear of it in their inboxes. */
const tellOfReview = async (
  tx: Executor,
  viewer: Viewer,
  { row, before, note, ...named }: Told,
) => {
  const { state, assignee, askedBy, itemId } = row;
  const hasChanged = before?.state !== state;
  const send = (kind: NoticeKind, userIds: readonly number[]) =>
    tell(tx, viewer, userIds, { ...named, itemId, kind });
  if (state === 'in review' && (hasChanged || before?.assignee !== assignee)) {
    const asked = assignee ? idsOfEmails(tx, [assignee]) : idsOfPublishers(tx);
    return send('review asked', await asked);
  }
  const emails = [askedBy, assignee].filter((email) => email !== null);
  const others = await idsOfEmails(tx, emails);
  if (before && hasChanged && isApproval(state)) return send('approved', others);
  if (before && hasChanged && state === 'draft') return send('sent back', others);
  if (note) await send('review answered', others);
};

export const changeReview = (
  db: Database,
  subject: Subject & Seen,
  viewer: Viewer,
  { state, assignee, note }: ReviewChange,
) =>
  transact(db, async (tx) => {
    if (!(await readReviewSetting(tx)).isOn) {
      throw new AppError('conflict', 'Reviews are switched off');
    }
    if (assignee) await requireUser(tx, assignee);
    // The item is there when its review is not yet: of two first notes the second waits here.
    const found = await lockDraft(tx, subject);
    requireVersion(found.item, subject.version);
    requireDraftVersion(found.item, found.draft, subject.draftVersion);
    const { collection } = subject;
    const text = textOf(collection, found);
    const before = await findReview(tx, subject);
    requireRights(viewer, { state, assignee, note }, before);
    const by = viewer?.email ?? null;
    const added = note ? [{ by, at: new Date().toISOString(), text: note }] : [];
    const { itemVersion, draftVersion } = state || !before ? text : before;
    const values = {
      state: state ?? before?.state ?? ('draft' as const),
      assignee: assignee === undefined ? (before?.assignee ?? null) : assignee,
      askedBy: state === 'in review' ? by : (before?.askedBy ?? null),
      itemVersion,
      draftVersion,
      notes: [...(before?.notes ?? []), ...added].slice(-MAX_NOTES),
      userEmail: by,
      updatedAt: new Date(),
    };
    const [row] = await tx
      .insert(reviews)
      .values({ ...values, ...placeOf(subject) })
      .onConflictDoUpdate({ target: [reviews.collection, reviews.itemId], set: values })
      .returning();
    if (!row) throw notFound('Review');
    const { title } = text;
    await recordActivity(tx, viewer, {
      action: state && isApproval(state) ? 'approved' : 'review changed',
      ...placeOf(subject),
      title,
      version: text.itemVersion,
      details: { state: row.state, assignee: row.assignee },
    });
    await tellOfReview(tx, viewer, { collection, row, before, title, note });
    if (row.state === 'in review' && before?.state !== 'in review')
      await queueReviewAsked(tx, collection, found.item);
    return toResponse(row, text);
  });

const NOT_APPROVED =
  'This has not been approved yet. Ask a publisher to approve it, or to publish it.';

const requireApproval = async (tx: Executor, subject: Subject, role: Role) => {
  if (!(await readReviewSetting(tx)).isOn) throw forbidden(role, 'publisher');
  const row = await findReview(tx, subject);
  const text = textOf(subject.collection, await lockDraft(tx, subject));
  if (row && stateOf(row, text) === 'approved') return;
  throw new AppError('forbidden', NOT_APPROVED);
};

/** A non-publisher may publish exactly the approved version, as publisher for this one write. */
export const releaseToReaders = async (
  tx: Executor,
  subject: Subject,
  viewer: Viewer,
): Promise<Viewer> => {
  const mayPublish = !viewer || hasRole(viewer, 'publisher');
  if (!mayPublish) await requireApproval(tx, subject, viewer.role);
  return mayPublish ? viewer : { ...viewer, role: 'publisher' };
};

export const forgetReview = async (tx: Executor, subject: Subject) => {
  await tx.delete(reviews).where(isOf(subject));
};

/** Of many writes together: those of an import are looked at once. */
const endReviews = createBatchedWrite<Subject>(async (tx, subjects) => {
  for (const [{ name }, some] of Map.groupBy(subjects, ({ collection }) => collection)) {
    const ids = some.map(({ id }) => id);
    const isOfReview = sql`(${itemDrafts.collection}, ${itemDrafts.itemId}) = (${reviews.collection}, ${reviews.itemId})`;
    const waiting = tx.select({ one: sql`1` }).from(itemDrafts).where(isOfReview);
    const isOfSome = and(eq(reviews.collection, name), inArray(reviews.itemId, ids));
    await tx.delete(reviews).where(and(isOfSome, notExists(waiting)));
  }
});

/** After any write: a public item without a draft needs no review, and its next draft starts a new one. */
export const endReview: Effect = async ({ before, after }, collection, tx) => {
  if (!before || !after || collection.publicPath === undefined) return;
  if (!isPublic(collection, after)) return;
  await endReviews(tx, [{ collection, id: after.id }]);
};
