import { and, eq } from 'drizzle-orm';
import type { Effect } from '#kit/behaviour.server.ts';
import type { Collection } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import { requireVersion } from '#kit/revisions.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { findUserByEmail } from '#modules/auth/users.server.ts';
import { lockDraft, requireDraftVersion } from '#modules/drafts/item-drafts.server.ts';
import { itemDrafts } from '#modules/drafts/item-drafts.table.server.ts';
import { isAt, placeOf, type Subject, signedBy } from '#modules/place.server.ts';
import { addComment } from '#modules/talk/comments.routes.server.ts';
import type { MentionMail } from '#modules/talk/mention-mail.server.ts';
import { queueDraftReady } from '#modules/webhooks/queue-webhooks.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { type Tx, transact } from '#platform/version/transact.server.ts';
import type { Caller } from '#platform/viewer.ts';

const rowOf = async (tx: Tx, subject: Subject) => {
  const isThis = isAt(itemDrafts, placeOf(subject));
  return (await tx.select().from(itemDrafts).where(isThis))[0];
};

/** The text that was looked at, where the caller says so. */
interface Seen {
  version?: number | undefined;
  draftVersion?: number | undefined;
}

/**
 * Tells publishers that a draft may go live. An item that never was public has no draft: its row, without a save, is only
 * this mark. A draft that is saved again stays ready, since a publisher names the save that they have seen.
 */
export const markReady = (db: Database, subject: Subject & Seen, viewer: Caller): Promise<void> =>
  transact(db, async (tx) => {
    const { collection } = subject;
    const { item, draft } = await lockDraft(tx, subject);
    requireVersion(item, subject.version);
    requireDraftVersion(item, draft, subject.draftVersion);
    if (!draft && isPublic(collection, item))
      throw new AppError('conflict', 'This is published already, and no draft of it waits');
    // Publishers hear of it once.
    if ((await rowOf(tx, subject))?.readyAt) return;
    const title = draft?.title ?? String(item[collection.title] ?? '');
    const ready = { readyAt: new Date(), readyBy: viewer.email };
    await tx
      .insert(itemDrafts)
      .values({
        ...placeOf(subject),
        ...signedBy(viewer),
        ...ready,
        version: 0,
        baseVersion: item.version,
        title,
        fields: {},
      })
      .onConflictDoUpdate({ target: [itemDrafts.collection, itemDrafts.itemId], set: ready });
    const { version } = item;
    const action = 'marked as ready';
    await recordActivity(tx, viewer, { action, ...placeOf(subject), title, version });
    await queueDraftReady(tx, collection, item);
  });

/** Resolves to the draft as it was ready; a row that was only the mark goes. */
const endReady = async (tx: Tx, subject: Subject) => {
  await lockDraft(tx, subject);
  const draft = await rowOf(tx, subject);
  if (!draft?.readyAt) throw notFound('Draft that is ready');
  const isIt = eq(itemDrafts.id, draft.id);
  if (draft.version === 0) await tx.delete(itemDrafts).where(isIt);
  else await tx.update(itemDrafts).set({ readyAt: null, readyBy: null }).where(isIt);
  return draft;
};

export const markNotReady = (db: Database, subject: Subject, viewer: Caller): Promise<void> =>
  transact(db, async (tx) => {
    const { title } = await endReady(tx, subject);
    const action = 'marked as not ready';
    await recordActivity(tx, viewer, { action, ...placeOf(subject), title });
  });

/** With a comment of the item, to which it resolves; the person who marked it as ready hears of it as of a mention. */
export const sendBack = (
  db: Database,
  subject: Subject,
  viewer: Caller,
  { text, mail }: { text: string; mail: MentionMail },
): Promise<void> =>
  transact(db, async (tx) => {
    const { title, readyBy, itemId } = await endReady(tx, subject);
    const { collection } = subject;
    await recordActivity(tx, viewer, { action: 'sent back', ...placeOf(subject), title });
    const asker = readyBy === null ? null : await findUserByEmail(tx, readyBy);
    const mentions = asker ? [asker.id] : [];
    const about = { collection, itemId, title };
    const comment = await addComment(tx, viewer, about, { text, mentions });
    await mail(tx, viewer, comment, comment.mentions);
  });

/** After any write: an item that became public needs no mark. */
export const endMark: Effect = async ({ before, after }, collection: Collection, tx) => {
  if (!before || !after || collection.publicPath === undefined) return;
  if (isPublic(collection, before) || !isPublic(collection, after)) return;
  const isOfItem = and(eq(itemDrafts.collection, collection.name), eq(itemDrafts.itemId, after.id));
  await tx.delete(itemDrafts).where(and(isOfItem, eq(itemDrafts.version, 0)));
};
