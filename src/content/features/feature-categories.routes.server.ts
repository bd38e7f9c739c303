import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { documentOf } from '#kit/document.ts';
import type { Reader } from '#kit/reader.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { NO_CATEGORY } from '#platform/words.ts';
import { features } from './features.collection.ts';

/** Categories in the order of their first feature, each with its count. */
export const mountFeatureCategories = (api: Api, reader: Reader<typeof features>, db: Database) => {
  const { category, displayOrder } = reader.table;
  // Written out: with a parameter in it, PostgreSQL would not see that both mentions are the same.
  const name = sql<string>`coalesce(${category}, ${sql.raw(`'${NO_CATEGORY}'`)})`;
  const listFeatureCategoriesCall = endpoint(api, {
    method: 'get',
    id: 'listFeatureCategories',
    path: '/api/feature-categories',
    tag: documentOf(features).tag,
    summary: 'Categories of published features, with counts',
    access: 'public',
    query: z.object({ q: z.string().max(200).optional() }),
    response: z.array(
      z.object({ category: z.string(), count: z.int() }).meta({ id: 'FeatureCategory' }),
    ),
    handle: async ({ query }) => {
      const asked = { viewer: null, q: query.q };
      return db
        .select({
          category: name,
          count: sql<number>`count(*)::int`,
        })
        .from(reader.table)
        .where(reader.conditionOf(asked))
        .groupBy(name)
        .orderBy(sql`min(${displayOrder})`)
        .limit(200);
    },
  });

  return [listFeatureCategoriesCall];
};
