import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useState } from 'react';
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
export const INBOX_PATH = '/api/inbox';
/** Read again each minute, wherever in the panel one is. */
export const inboxQuery = { ...fresh(adminQuery(INBOX_PATH)), refetchInterval: 60_000 };

/** How often an open form looks for what others said. */
const LOOK_MS = 30_000;

export type Comment = ResponseOf<'get', typeof COMMENTS_PATH>[number];
type NewComment = Body<'post', typeof COMMENTS_PATH>;
type CommentChange = Body<'patch', '/api/comments/{id}'>;

export interface Thread {
  first: Comment;
  replies: readonly Comment[];
}

/** Comments with the replies to each, the oldest first. */
export const threadsOf = (comments: readonly Comment[]): Thread[] =>
  comments
    .filter(({ threadId }) => threadId === null)
    .map((first) => ({ first, replies: comments.filter(({ threadId }) => threadId === first.id) }))
    .filter(({ first, replies }) => first.deletedAt === null || replies.length > 0);

/** What is said about the item of a form, and whether it stands beside it. */
export const useTalk = (collection: Collection, itemId: number | undefined) => {
  const queryClient = useQueryClient();
  const { search } = useAdminAddress();
  const [isOpen, setIsOpen] = useState(search.comments === 'open');
  const { name: type } = collection;
  const id = itemId ?? 0;
  const { data: comments = [] } = useQuery({
    ...fresh(adminQuery(COMMENTS_PATH, { type, id })),
    enabled: itemId !== undefined,
    refetchInterval: LOOK_MS,
  });
  if (itemId === undefined) return null;
  const threads = threadsOf(comments);
  const labels = new Map(
    formFieldsOf(collection).map(([key, field]) => [key, labelOf(key, field)]),
  );
  const keys = new Map([...labels].map(([key, label]) => [label, key]));

  const change = async (work: () => Promise<unknown>, done: string | null): Promise<boolean> => {
    const isDone = await toastOutcome(work, () => done, 'The comment could not be stored');
    await queryClient.invalidateQueries(readAt(COMMENTS_PATH));
    return isDone;
  };
  return {
    isOpen,
    setIsOpen,
    threads,
    open: threads.filter(({ first }) => first.resolvedAt === null),
    labels,
    /** The field that a form shows under this label. */
    fieldNamed: (label: string) => keys.get(label),
    add: (body: NewComment) =>
      change(
        () =>
          createOnce(body, (request) =>
            adminSend('POST', COMMENTS_PATH, { params: { type, id }, ...request }),
          ),
        null,
      ),
    change: (commentId: number, body: CommentChange) =>
      change(
        () => adminSend('PATCH', '/api/comments/{id}', { params: { id: commentId }, body }),
        null,
      ),
    remove: (commentId: number) =>
      change(
        () => adminSend('DELETE', '/api/comments/{id}', { params: { id: commentId } }),
        'Comment deleted',
      ),
  };
};

export type Talk = NonNullable<ReturnType<typeof useTalk>>;

/** The talk about the item of a form; null where there is none. */
export const TalkContext = createContext<Talk | null>(null);
