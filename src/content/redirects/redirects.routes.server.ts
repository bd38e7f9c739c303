import * as z from 'zod';
import type { DraftCheck } from '#content/shared/public-paths.server.ts';
import { documentOf } from '#kit/document.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { redirects } from './redirects.collection.ts';
import { findRedirect } from './redirects.service.server.ts';

export const mountRedirects = (api: Api, db: Database, isDraft: DraftCheck) => {
  const findRedirectCall = endpoint(api, {
    method: 'get',
    id: 'findRedirect',
    path: '/api/redirect',
    tag: documentOf(redirects).tag,
    summary: 'Where a path leads now, or null; to a draft it leads editors only',
    access: 'public',
    cacheable: true,
    query: z.object({ path: z.string().startsWith('/').max(500) }),
    response: z.object({ toPath: z.string().nullable() }).meta({ id: 'RedirectTarget' }),
    handle: async ({ query, viewer }) => {
      const toPath = await findRedirect(db, query.path);
      const isClosed = toPath !== null && !viewer && (await isDraft(db, toPath));
      return { toPath: isClosed ? null : toPath };
    },
  });

  return [findRedirectCall];
};
