import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useMemo, useState } from 'react';
import { useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh, readAt } from '#admin/api/admin-queries.ts';
import { createOnce } from '#admin/api/create-once.ts';
import { formFieldsOf } from '#admin/editor/form-values.ts';
import { toastOutcome } from '#admin/toast.ts';
import type { Body, ResponseOf } from '#client/api-calls.ts';
import type { Collection } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';

const COMMENTS_PATH = '/api/comments';
const COMMENT_PATH = '/api/comments/{id}';
export const INBOX_PATH = '/api/inbox';
/** Read again each minute, wherever in the panel one is. */
export const inboxQuery = { ...fresh(adminQuery(INBOX_PATH)), refetchInterval: 60_000 };

/** How often an open form looks for what others said. */
const LOOK_MS = 30_000;

export type Comment = ResponseOf<'get', typeof COMMENTS_PATH>[number];
type NewComment = Body<'post', typeof COMMENTS_PATH>;
type CommentChange = Body<'patch', typeof COMMENT_PATH>;

const NONE: readonly Comment[] = [];

export interface Thread {
  first: Comment;
  replies: readonly Comment[];
}

/** Comments with the replies to each, the oldest first. */
const threadsOf = (comments: readonly Comment[]): Thread[] => {
  const byThread = Map.groupBy(comments, ({ threadId }) => threadId);
  return (byThread.get(null) ?? [])
    .map((first) => ({ first, replies: byThread.get(first.id) ?? [] }))
    .filter(({ first, replies }) => first.deletedAt === null || replies.length > 0);
};

/** The comments on the item of a form, and whether they stand beside it. */
export const useTalk = (collection: Collection, itemId: number | undefined) => {
  const queryClient = useQueryClient();
  const { comments: asked } = useAdminAddress();
  const [isOpen, setIsOpen] = useState(asked !== '');
  const { name: type } = collection;
  const id = itemId ?? 0;
  const { data: comments = NONE } = useQuery({
    ...fresh(adminQuery(COMMENTS_PATH, { type, id })),
    enabled: itemId !== undefined,
    refetchInterval: LOOK_MS,
  });

  // The same while nothing is said: every field of the form looks at it, with every letter that is typed.
  return useMemo(() => {
    if (itemId === undefined) return null;
    const threads = threadsOf(comments);
    const labels = new Map(
      formFieldsOf(collection).map(([key, field]) => [key, labelOf(key, field)]),
    );
    const change = async (work: () => Promise<unknown>, done: string | null): Promise<boolean> => {
      const isDone = await toastOutcome(work, () => done, 'The comment could not be stored');
      await queryClient.invalidateQueries(readAt(COMMENTS_PATH));
      return isDone;
    };
    const place = { type: collection.name, id: itemId };
    return {
      keepAs: `comment on ${collection.name}/${itemId}`,
      isOpen,
      setIsOpen,
      threads,
      open: threads.filter(({ first }) => first.resolvedAt === null),
      /** The thread that a notice led to, resolved or not. */
      asked: threads.find(({ first, replies }) =>
        [first, ...replies].some(({ id: each }) => String(each) === asked),
      ),
      /** Of each field, by its name. */
      labels,
      add: (body: NewComment) => {
        const send = (request: { body: NewComment; key: string }) =>
          adminSend('POST', COMMENTS_PATH, { params: place, ...request });
        return change(() => createOnce(body, send), null);
      },
      change: ({ id }: Comment, body: CommentChange) =>
        change(() => adminSend('PATCH', COMMENT_PATH, { params: { id }, body }), null),
      remove: ({ id }: Comment) =>
        change(() => adminSend('DELETE', COMMENT_PATH, { params: { id } }), 'Comment deleted'),
    };
  }, [queryClient, collection, itemId, comments, isOpen, asked]);
};

export type Talk = NonNullable<ReturnType<typeof useTalk>>;

/** The talk about the item of a form; null where there is none. */
export const TalkContext = createContext<Talk | null>(null);
