import * as z from 'zod';
import { documentOf } from '#kit/document.ts';
import type { Reader } from '#kit/reader.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { listCategories } from './categories.server.ts';
import { news } from './news.collection.ts';

export const mountCategories = (api: Api, db: Database, reader: Reader<typeof news>) => {
  const listNewsCategoriesCall = endpoint(
    api,
    {
      method: 'get',
      id: 'listNewsCategories',
      path: '/api/categories',
      tag: documentOf(news).tag,
      summary: 'Names of the categories that articles carry',
      access: 'public',
      response: z.array(z.string()),
    },
    ({ viewer }) => listCategories(db, reader, viewer),
  );

  return [listNewsCategoriesCall];
};
