import * as z from 'zod';
import type { Collection } from '#kit/collection.ts';
import type { PartsOf } from '#kit/routes.server.ts';
import { createItemCalls } from '#modules/item-calls.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { findUses } from './used-by.server.ts';

interface Options {
  db: Database;
  registry: readonly Collection[];
  partsOf: PartsOf;
}

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

/** What would miss an item, for whoever is about to delete or unpublish it. */
export const mountUsedBy = (api: Api, { db, registry, partsOf }: Options) => {
  const items = createItemCalls(registry, partsOf);
  const listUsesCall = endpoint(
    api,
    {
      method: 'get',
      path: '/api/{collection}/{id}/used-by',
      id: 'listUses',
      tag: USES,
      summary: 'What links to an item, lists it or stands beside it',
      access: 'viewer',
      params: items.params,
      response: z.array(use),
      failures: { 404: 'Not there' },
    },
    async ({ params, viewer }) => findUses(db, registry, await items.findItem(params, viewer)),
  );
  return [listUsesCall];
};
