import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Reader } from '#kit/read.server.ts';
import { columnsOf } from '#kit/table.server.ts';
import { noteRead } from '#platform/changes.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';

/** Categories in the order of their first feature, each with its count. */
export const mountFeatureCategories = (api: Api, reader: Reader, db: Database) => {
  const { category, displayOrder } = columnsOf(reader.table);
  endpoint(
    api,
    {
      method: 'get',
      path: '/api/feature-categories',
      tag: 'Features',
      summary: 'Categories of published features, with counts',
      access: 'public',
      query: z.object({ q: z.string().max(200).optional() }),
      answer: z.array(z.object({ category: z.string(), count: z.int() })),
    },
    async ({ query }) => {
      noteRead('features');
      return db
        .select({
          category: sql<string>`coalesce(${category}, 'Other')`,
          count: sql<number>`count(*)::int`,
        })
        .from(reader.table)
        .where(reader.conditionOf({ viewer: null, q: query.q }))
        .groupBy(sql`coalesce(${category}, 'Other')`)
        .orderBy(sql`min(${displayOrder})`)
        .limit(200);
    },
  );
};
