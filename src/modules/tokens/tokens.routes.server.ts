import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { newTokenSchema, tokenSchema } from './tokens.schema.ts';
import { listTokens, makeToken, revokeToken } from './tokens.server.ts';

const TOKENS = {
  name: 'Tokens',
  description: 'How programs work with the desk: `Authorization: Bearer` with a token of an owner.',
};

/** Tokens for programs: made, seen and revoked by owners. */
export const mountTokens = (api: Api, { connection: { db }, content, settings }: AppParts) => {
  const { ADMIN_EMAILS: allowList } = settings;
  const base = { tag: TOKENS, access: 'owner', path: '/api/tokens' } as const;
  const types = content.registry.map(({ name }) => name);

  return [
    endpoint(api, {
      ...base,
      method: 'get',
      id: 'listTokens',
      summary: 'All tokens by name, with their last use; never the tokens themselves',
      response: z.array(tokenSchema),
      handle: () => listTokens(db, allowList),
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'makeToken',
      summary: 'Make a token for a program; the response is the only one that ever holds it',
      body: newTokenSchema(types),
      response: tokenSchema.extend({ token: z.string() }).meta({ id: 'MadeToken' }),
      status: 201,
      failures: { 409: 'There is a token of this name' },
      handle: ({ viewer, body }) => makeToken(db, viewer, body, allowList),
    }),
    endpoint(api, {
      ...base,
      path: '/api/tokens/{id}',
      method: 'delete',
      id: 'revokeToken',
      summary: 'Revoke a token; its next call is refused, on every node',
      params: idParam,
      response: success,
      failures: { 404: 'No such token' },
      handle: ({ viewer, params }) => revokeToken(db, viewer, params.id),
    }),
  ];
};
