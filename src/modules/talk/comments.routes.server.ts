import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { Collection } from '#kit/collection.ts';
import { success } from '#kit/responses.ts';
import { activity } from '#modules/activity/activity.table.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import { findDraft } from '#modules/drafts/item-drafts.server.ts';
import { createItemCalls } from '#modules/item-calls.server.ts';
import { isAt, keyOf, readTitles } from '#modules/place.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { makeOnce } from '#platform/db/idempotency.server.ts';
import { AppError, invalid, notFound, theOne } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { MAX_INTEGER } from '#platform/text-rules.ts';
import { type Tx, transact } from '#platform/version/transact.server.ts';
import type { Caller } from '#platform/viewer.ts';
import { MAX_COMMENTS, requireRoom } from './comment-limits.server.ts';
import { createMentionMail } from './mention-mail.server.ts';
import { readNoticesOf, tell } from './notices.server.ts';
import { commentChangeSchema, commentSchema, newCommentSchema } from './talk.schema.ts';
import { comments } from './talk.tables.server.ts';

export const TALK = {
  name: 'Talk',
  description: 'Comments on items, one’s own inbox, and who has an item open.',
};

type Row = typeof comments.$inferSelect;

interface Subject {
  collection: Collection;
  itemId: number;
  title: string;
}

const commentResponse = ({ collection: _collection, itemId: _itemId, ...row }: Row) => row;

/** An item that is stored, published or not. */
const findSubject = async (db: Executor, collection: Collection, itemId: number) => {
  const place = { collection: collection.name, itemId };
  const title = (await readTitles(db, [collection], [place])).get(keyOf(place));
  if (title === undefined) throw notFound(collection.label.one);
  return { collection, itemId, title };
};

const placeIn = ({ collection: { name: collection }, itemId }: Subject) => ({ collection, itemId });

const isOf = (subject: Subject) => isAt(comments, placeIn(subject));

const requirePeople = async (tx: Tx, ids: readonly number[]) => {
  if (ids.length === 0) return;
  const found = await tx.$count(users, inArray(users.id, [...ids]));
  if (found < new Set(ids).size) throw invalid({ mentions: 'Somebody who is named is no user' });
};

/** The reader of a remark that names nobody: the writer of the draft, else of the stored text. */
const findWriter = async (tx: Tx, subject: Subject): Promise<number[]> => {
  const draft = await findDraft(tx, { ...subject, id: subject.itemId });
  if (draft) return draft.userId === null ? [] : [draft.userId];
  const [last] = await tx
    .select({ id: users.id })
    .from(activity)
    .innerJoin(users, eq(users.id, activity.actorId))
    .where(
      and(
        isAt(activity, placeIn(subject)),
        inArray(activity.action, ['created', 'changed', 'published']),
      ),
    )
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(1);
  return last ? [last.id] : [];
};

/** The people of a thread hear of a reply, the writer of a new thread, the mentioned of their name; nobody hears twice. */
const tellOf = async (tx: Tx, viewer: Caller, subject: Subject, row: Row) => {
  const notice = { ...subject, commentId: row.id };
  await tell(tx, viewer, row.mentions, { ...notice, kind: 'mention' });
  if (row.threadId === null) {
    const writer = (await findWriter(tx, subject)).filter((id) => !row.mentions.includes(id));
    return tell(tx, viewer, writer, { ...notice, kind: 'comment' });
  }
  const thread = await tx
    .selectDistinct({ authorId: comments.authorId })
    .from(comments)
    .where(or(eq(comments.id, row.threadId), eq(comments.threadId, row.threadId)));
  const others = thread.flatMap(({ authorId }) => authorId ?? []);
  const unnamed = others.filter((id) => !row.mentions.includes(id));
  await tell(tx, viewer, unnamed, { ...notice, kind: 'reply' });
};

const OPEN = { resolvedAt: null, resolvedBy: null };

/** Reopens the thread, so that nobody answers unseen. */
const joinThread = async (tx: Tx, subject: Subject, threadId: number) => {
  const [first] = await tx
    .update(comments)
    .set(OPEN)
    .where(and(isOf(subject), eq(comments.id, threadId), isNull(comments.threadId)))
    .returning();
  if (!first) throw invalid({ threadId: 'There is no such thread here' });
};

export const addComment = async (
  tx: Tx,
  viewer: Caller,
  subject: Subject,
  body: z.output<typeof newCommentSchema>,
): Promise<Row> => {
  const { field, threadId } = body;
  if (field !== undefined && !Object.hasOwn(subject.collection.fields, field))
    throw invalid({ field: 'No such field' });
  await requirePeople(tx, body.mentions);
  await requireRoom(tx, viewer, isOf(subject));
  if (threadId !== undefined) await joinThread(tx, subject, threadId);
  const [row] = await tx
    .insert(comments)
    .values({
      ...body,
      // A reply is about what its thread is about.
      ...(threadId === undefined ? {} : { field: null, quote: null }),
      ...placeIn(subject),
      authorId: viewer.id,
      authorEmail: viewer.email,
    })
    .returning();
  if (!row) throw notFound('Comment');
  const { title } = subject;
  await recordActivity(tx, viewer, { action: 'commented', ...placeIn(subject), title });
  await tellOf(tx, viewer, subject, row);
  return row;
};

const holdComment = async (tx: Tx, id: number): Promise<Row> =>
  theOne(await tx.select().from(comments).where(eq(comments.id, id)).for('update'), 'Comment');

/** Words that were taken back are nobody's any more; the thread below them still is resolved. */
const requireOwn = (viewer: Caller, { authorId, deletedAt }: Row) => {
  if (deletedAt) throw notFound('Comment');
  if (authorId === viewer.id) return;
  throw new AppError('forbidden', 'Only the person who wrote a comment may change it.');
};

/** Owners keep order: what somebody else left on an item can be taken away. */
const requireOwnOrOwner = (viewer: Caller, row: Row) => {
  if (row.deletedAt) throw notFound('Comment');
  if (row.authorId === viewer.id || viewer.role === 'owner') return;
  throw new AppError(
    'forbidden',
    'Only the person who wrote a comment, or an owner, may delete it.',
  );
};

const changeComment = async (
  tx: Tx,
  viewer: Caller,
  find: (collection: string) => Collection,
  { id, text, mentions, isResolved }: { id: number } & z.output<typeof commentChangeSchema>,
): Promise<{ row: Row; added: readonly number[] }> => {
  if (text === undefined && mentions === undefined && isResolved === undefined)
    throw invalid({ text: 'Send a text, mentions, or whether the thread is resolved' });
  const before = await holdComment(tx, id);
  if (text !== undefined || mentions !== undefined) requireOwn(viewer, before);
  if (isResolved !== undefined && before.threadId !== null)
    throw invalid({ isResolved: 'A thread is resolved by its first comment' });
  const subject = await findSubject(tx, find(before.collection), before.itemId);
  await requirePeople(tx, mentions ?? []);
  const [row] = await tx
    .update(comments)
    .set({
      ...(text === undefined ? {} : { text, editedAt: sql`now()` }),
      ...(mentions === undefined ? {} : { mentions }),
      ...(isResolved === true ? { resolvedAt: sql`now()`, resolvedBy: viewer.email } : {}),
      ...(isResolved === false ? OPEN : {}),
    })
    .where(eq(comments.id, id))
    .returning();
  if (!row) throw notFound('Comment');
  if (isResolved) await readNoticesOf(tx, id);
  const added = row.mentions.filter((one) => !before.mentions.includes(one));
  await tell(tx, viewer, added, { ...subject, kind: 'mention', commentId: id });
  return { row, added };
};

/** With replies its place stays, so that they keep their sense; the words go either way. */
const deleteComment = async (tx: Tx, viewer: Caller, id: number): Promise<void> => {
  const row = await holdComment(tx, id);
  requireOwnOrOwner(viewer, row);
  const isThis = eq(comments.id, id);
  const hasReplies = (await tx.$count(comments, eq(comments.threadId, id))) > 0;
  const emptied = { text: '', mentions: [], deletedAt: sql`now()` };
  await (hasReplies ? tx.update(comments).set(emptied) : tx.delete(comments)).where(isThis);
  const { collection, itemId } = row;
  await recordActivity(tx, viewer, { action: 'comment deleted', collection, itemId });
};

/** Comments on an item, by every signed-in person. */
export const mountComments = (api: Api, parts: AppParts) => {
  const { connection, content } = parts;
  const { db } = connection;
  const mail = createMentionMail(parts);
  const { find: findParts } = createItemCalls(content.registry, content.partsOf);
  const find = (name: string) => findParts(name).collection;
  const base = { tag: TALK, access: 'viewer' } as const;
  const all = {
    ...base,
    path: '/api/comments',
    query: z.object({
      type: z.string().max(60).meta({ description: 'The content type' }),
      id: z.coerce.number().int().min(1).max(MAX_INTEGER),
    }),
  } as const;
  const one = {
    ...base,
    path: '/api/comments/{id}',
    params: idParam,
    failures: { 404: 'No such comment' },
  } as const;

  return [
    endpoint(api, {
      ...all,
      method: 'get',
      id: 'listComments',
      summary: 'Everything that was said about an item, the oldest first',
      response: z.array(commentSchema),
      failures: { 404: 'No such item' },
      handle: async ({ query: { type, id } }) => {
        const subject = await findSubject(db, find(type), id);
        const rows = db.select().from(comments).where(isOf(subject)).orderBy(asc(comments.id));
        return (await rows.limit(MAX_COMMENTS)).map(commentResponse);
      },
    }),
    endpoint(api, {
      ...all,
      method: 'post',
      id: 'addComment',
      summary: 'Comment on an item or a field, or reply; the mentioned are notified',
      body: newCommentSchema,
      response: commentSchema,
      status: 201,
      isIdempotent: true,
      failures: { 404: 'No such item', 409: 'There are too many' },
      handle: async ({ c, query: { type, id }, body, viewer, key }) => {
        const claim = { viewer, key, request: ['comments', type, id, body] };
        const { item, isReplayed } = await transact(db, (tx) =>
          makeOnce(tx, comments, claim, async () => {
            const subject = await findSubject(tx, find(type), id);
            const comment = await addComment(tx, viewer, subject, body);
            await mail(tx, viewer, comment, comment.mentions);
            return comment;
          }),
        );
        if (isReplayed) c.header('Idempotency-Replayed', 'true');
        return commentResponse(item);
      },
    }),
    endpoint(api, {
      ...one,
      method: 'patch',
      id: 'changeComment',
      summary: 'Change one’s own comment, or resolve and reopen a thread',
      body: commentChangeSchema,
      response: commentSchema,
      handle: async ({ params, body, viewer }) => {
        const change = { ...params, ...body };
        return transact(db, async (tx) => {
          const { row, added } = await changeComment(tx, viewer, find, change);
          await mail(tx, viewer, row, added);
          return commentResponse(row);
        });
      },
    }),
    endpoint(api, {
      ...one,
      method: 'delete',
      id: 'deleteComment',
      summary: 'Delete one’s own comment, or as an owner anybody’s; replies to it stay',
      response: success,
      handle: ({ params: { id }, viewer }) => transact(db, (tx) => deleteComment(tx, viewer, id)),
    }),
  ];
};
