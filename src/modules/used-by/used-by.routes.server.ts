import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { createItemCalls } from '#modules/item-calls.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { findUses } from './used-by.server.ts';

const use = z
  .object({
    collection: z.string(),
    id: z.int(),
    title: z.string(),
    fields: z.array(z.string()),
  })
  .meta({ id: 'Use' });

const USES = {
  name: 'Uses',
  description: 'What links to an item, lists it or stands beside it.',
};

/** Read before an item is deleted or unpublished. */
export const mountUsedBy = (
  api: Api,
  { connection: { db }, content: { registry, partsOf } }: AppParts,
) => {
  const items = createItemCalls(registry, partsOf);
  return [
    endpoint(api, {
      method: 'get',
      path: '/api/{collection}/{id}/used-by',
      id: 'listUses',
      tag: USES,
      summary: 'What links to an item, lists it or stands beside it',
      access: 'viewer',
      // It names items of every type.
      tokens: false,
      params: items.params,
      response: z.array(use),
      failures: { 404: 'Not there' },
      handle: async ({ params, viewer }) =>
        findUses(db, registry, await items.findItem(params, viewer)),
    }),
  ];
};
