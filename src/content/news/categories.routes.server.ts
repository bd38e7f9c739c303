import { isNotNull, sql } from 'drizzle-orm';
import * as z from 'zod';
import { widen } from '#kit/collection.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import { noteRead } from '#platform/changes.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { news } from './news.collection.ts';

const table = tableOf(widen(news));
const { category, status } = columnsOf(table);

export const mountCategories = (api: Api, db: Database) => {
  endpoint(
    api,
    {
      method: 'get',
      path: '/api/categories',
      tag: 'News',
      summary: 'Names of the categories that articles carry',
      access: 'public',
      answer: z.array(z.string()),
    },
    async ({ viewer }) => {
      noteRead('news');
      const rows = await db
        .selectDistinct({ category: sql<string>`${category}` })
        .from(table)
        .where(
          viewer
            ? isNotNull(category as never)
            : sql`${category} is not null and ${status} = 'published'`,
        )
        .orderBy(sql`${category}`);
      return rows.map((row) => row.category);
    },
  );
};
