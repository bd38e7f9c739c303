import { and, isNotNull } from 'drizzle-orm';
import * as z from 'zod';
import { documentOf } from '#kit/document.ts';
import type { Reader } from '#kit/reader.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { news } from './news.collection.ts';

const MAX = 200;

/** Names of the categories that articles carry; an anonymous visitor's are those of published ones. */
export const listCategories = async (
  db: Executor,
  { table, conditionOf }: Reader<typeof news>,
  viewer: Viewer,
): Promise<string[]> => {
  const { category } = table;
  const rows = await db
    .selectDistinct({ category })
    .from(table)
    .where(and(isNotNull(category), conditionOf({ viewer })))
    .orderBy(category)
    .limit(MAX);
  return rows.flatMap((row) => row.category ?? []);
};

export const mountCategories = (api: Api, db: Database, reader: Reader<typeof news>) => [
  endpoint(api, {
    method: 'get',
    id: 'listNewsCategories',
    path: '/api/categories',
    tag: documentOf(news).tag,
    summary: 'Names of the categories that articles carry',
    access: 'public',
    cacheable: true,
    response: z.array(z.string()),
    handle: ({ viewer }) => listCategories(db, reader, viewer),
  }),
];
