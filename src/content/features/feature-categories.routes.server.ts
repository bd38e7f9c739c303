import * as z from 'zod';
import { groupFeatures } from '#content/shared/coverage/cells.server.ts';
import type { CallParts } from '#content/shared/find-vendor.server.ts';
import { documentOf } from '#kit/document.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { features } from './features.collection.ts';

/** Categories in the order of their first feature, each with its count. */
export const mountFeatureCategories = (api: Api, { readerOf }: CallParts) => {
  const listFeatureCategoriesCall = endpoint(api, {
    method: 'get',
    id: 'listFeatureCategories',
    path: '/api/feature-categories',
    tag: documentOf(features).tag,
    summary: 'Categories of published features, with counts',
    access: 'public',
    cacheable: true,
    query: z.object({ q: z.string().max(200).optional() }),
    response: z.array(
      z.object({ category: z.string(), count: z.int() }).meta({ id: 'FeatureCategory' }),
    ),
    handle: async ({ query }) => {
      const groups = await groupFeatures(readerOf, query);
      return groups.map((one) => ({ category: one.category, count: one.features.length }));
    },
  });

  return [listFeatureCategoriesCall];
};
