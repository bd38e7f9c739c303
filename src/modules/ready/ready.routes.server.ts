import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { DRAFTS } from '#modules/drafts/item-drafts.routes.server.ts';
import { createPagedTypes, draftSeenQuery } from '#modules/item-calls.server.ts';
import { createMentionMail } from '#modules/talk/mention-mail.server.ts';
import { newCommentSchema } from '#modules/talk/talk.schema.ts';
import { type Api, endpoint, WRITE_FAILURES as FAILURES } from '#platform/http/endpoint.server.ts';
import { markNotReady, markReady, sendBack } from './ready.server.ts';

const NOT_READY = 'Not there, or not marked as ready';

export const mountReady = (api: Api, parts: AppParts) => {
  const { connection, content } = parts;
  const { db } = connection;
  const mail = createMentionMail(parts);
  const types = createPagedTypes(content.registry, content.partsOf);
  const base = {
    tag: DRAFTS,
    params: types.params,
    path: '/api/{collection}/{id}/draft/ready',
    response: success,
  } as const;

  return [
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'markDraftReady',
      summary: 'Tell publishers that a draft, or an item that never was public, may go live',
      access: 'editor',
      query: draftSeenQuery,
      isVersioned: true,
      failures: { 404: FAILURES[404], 409: 'Published already, and no draft of it waits' },
      handle: ({ params, query: { draftVersion }, version, viewer }) =>
        markReady(db, { ...types.at(params), version, draftVersion }, viewer),
    }),
    endpoint(api, {
      ...base,
      method: 'delete',
      id: 'markDraftNotReady',
      summary: 'Take back that a draft is ready; the draft stays',
      access: 'editor',
      failures: { 404: NOT_READY },
      handle: ({ params, viewer }) => markNotReady(db, types.at(params), viewer),
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      path: '/api/{collection}/{id}/draft/send-back',
      id: 'sendDraftBack',
      summary: 'Send a draft that is ready back with a comment for the person who marked it',
      access: 'publisher',
      body: newCommentSchema.pick({ text: true }).meta({ id: 'SentBack' }),
      examples: { body: { text: 'The second sentence needs a source.' } },
      failures: { 404: NOT_READY, 409: 'There are too many comments' },
      handle: ({ params, viewer, body }) =>
        sendBack(db, types.at(params), viewer, { text: body.text, mail }),
    }),
  ];
};
