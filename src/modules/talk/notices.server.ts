import { and, desc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Collection } from '#kit/collection.ts';
import { keyOf, readTitles } from '#modules/place.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { NoticeKind } from '#platform/notice-kinds.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { comments, notices } from './talk.tables.server.ts';

const SHOWN = 200;
const KEPT = sql`now() - interval '90 days'`;
/** Of a comment, in the inbox. */
const EXCERPT = 300;

interface NewNotice {
  kind: NoticeKind;
  collection: Collection;
  itemId: number;
  title: string;
  commentId?: number;
}

/** Notifies these people, but never the person who did it, in the transaction of the change. */
export const tell = async (
  tx: Tx,
  viewer: Viewer,
  userIds: Iterable<number>,
  { collection, ...notice }: NewNotice,
): Promise<void> => {
  const notified = [...new Set(userIds)].filter((id) => id !== viewer?.id);
  if (notified.length === 0) return;
  await tx.insert(notices).values(
    notified.map((userId) => ({
      ...notice,
      userId,
      collection: collection.name,
      actorEmail: viewer?.email ?? null,
    })),
  );
};

/** What was written in a thread is no news to anybody once the thread is resolved. */
export const readNoticesOf = async (tx: Tx, threadId: number) => {
  const inThread = tx
    .select({ id: comments.id })
    .from(comments)
    .where(or(eq(comments.id, threadId), eq(comments.threadId, threadId)));
  await tx
    .update(notices)
    .set({ readAt: sql`now()` })
    .where(and(isNull(notices.readAt), inArray(notices.commentId, inThread)));
};

/** With the beginning of the comment, and the item as it is called now. */
export const readNotices = async (db: Executor, registry: readonly Collection[], where: SQL) => {
  const rows = await db
    .select({
      notice: notices,
      text: sql<string | null>`left(${comments.text}, ${EXCERPT})`,
    })
    .from(notices)
    .leftJoin(comments, eq(comments.id, notices.commentId))
    .where(where)
    // However much was read since, what is unread is among them.
    .orderBy(sql`${notices.readAt} is not null`, desc(notices.id))
    .limit(SHOWN);
  rows.sort((a, b) => b.notice.id - a.notice.id);
  const titles = await readTitles(
    db,
    registry,
    rows.map(({ notice }) => notice),
  );
  return rows.map(({ notice, text }) => {
    const { userId: _, readAt, ...shown } = notice;
    const title = titles.get(keyOf(notice));
    const isThere = title !== undefined;
    return { ...shown, title: title ?? notice.title, isThere, text, isRead: readAt !== null };
  });
};

/** Notices of three months ago are looked for no more. */
export const forgetNotices = (db: Executor) =>
  db.delete(notices).where(lt(notices.createdAt, KEPT));
