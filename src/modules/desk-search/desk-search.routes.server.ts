import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { PANEL } from '#modules/counts/panel.tag.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { findItems } from './find-items.server.ts';
import { findPageItem } from './find-page-item.server.ts';

const found = z
  .object({
    collection: z.string(),
    id: z.int(),
    title: z.string(),
    excerpt: z.string(),
    path: z.string().nullable(),
    isPublic: z.boolean(),
  })
  .meta({ id: 'FoundItem' });

/** For Ctrl-K, and for picking the target of an inner link. */
export const mountDeskSearch = (api: Api, { content, connection }: AppParts) => {
  return [
    endpoint(api, {
      method: 'get',
      id: 'findItems',
      path: '/api/desk-search',
      tag: PANEL,
      summary: 'Items of every type by their words, drafts included',
      access: 'viewer',
      query: z.object({ q: z.string().trim().min(2).max(100) }),
      response: z.array(found),
      handle: ({ query: { q } }) => findItems({ db: connection.db, content, q }),
    }),
    endpoint(api, {
      method: 'get',
      id: 'findPageItem',
      path: '/api/desk-search/page',
      tag: PANEL,
      summary: 'The item whose public page stands at a path, drafts included',
      access: 'viewer',
      query: z.object({ path: z.string().max(1000) }),
      response: z
        .object({
          item: z.object({ collection: z.string(), id: z.int(), label: z.string() }).nullable(),
        })
        .meta({ id: 'PageItem' }),
      handle: async ({ query: { path }, viewer }) => ({
        item: await findPageItem(content, viewer, path),
      }),
    }),
  ];
};
