import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { createItemCalls } from '#modules/item-calls.server.ts';
import { makeOnce } from '#platform/db/idempotency.server.ts';
import { unauthorized } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { MAX_INTEGER } from '#platform/text-rules.ts';
import type { Viewer } from '#platform/viewer.ts';
import {
  addComment,
  changeComment,
  commentResponse,
  deleteComment,
  findSubject,
  listComments,
} from './comments.server.ts';
import { commentChangeSchema, commentSchema, newCommentSchema } from './talk.schema.ts';
import { comments } from './talk.tables.server.ts';

export const TALK = {
  name: 'Talk',
  description: 'Comments on items, one’s own inbox, and who has an item open.',
};

export const requirePerson = (viewer: Viewer): NonNullable<Viewer> => {
  if (!viewer) throw unauthorized();
  return viewer;
};

/** Comments on an item, by every signed-in person. */
export const mountComments = (api: Api, { connection: { db }, content }: AppParts) => {
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
      handle: async ({ query: { type, id } }) =>
        listComments(db, await findSubject(db, find(type), id)),
    }),
    endpoint(api, {
      ...all,
      method: 'post',
      id: 'addComment',
      summary: 'Comment on an item, a field or a passage, or reply; the mentioned are told',
      body: newCommentSchema,
      response: commentSchema,
      status: 201,
      isIdempotent: true,
      failures: { 404: 'No such item', 409: 'There are too many' },
      handle: async ({ c, query: { type, id }, body, viewer, key }) => {
        const person = requirePerson(viewer);
        const claim = { viewer, key, request: ['comments', type, id, body] };
        const { item, isReplayed } = await db.transaction((tx) =>
          makeOnce(tx, comments, claim, async () =>
            addComment(tx, person, await findSubject(tx, find(type), id), body),
          ),
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
        return commentResponse(
          await db.transaction((tx) => changeComment(tx, requirePerson(viewer), find, change)),
        );
      },
    }),
    endpoint(api, {
      ...one,
      method: 'delete',
      id: 'deleteComment',
      summary: 'Delete one’s own comment; replies to it stay',
      response: success,
      handle: ({ params: { id }, viewer }) =>
        db.transaction((tx) => deleteComment(tx, requirePerson(viewer), id)),
    }),
  ];
};
