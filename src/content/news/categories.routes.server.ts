import * as z from 'zod';
import type { Database } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { listCategories } from './categories.server.ts';

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
    ({ viewer }) => listCategories(db, viewer),
  );
};
