import { and, eq } from 'drizzle-orm';
import * as z from 'zod';
import { widen } from '#kit/collection.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import { noteRead } from '#platform/changes.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { toItem } from '#platform/db/rows.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { contentHubConfigs, HUB_TYPES } from './content-hub.collection.ts';

const table = tableOf(widen(contentHubConfigs));
const { pageType, pageSlug, isEnabled } = columnsOf(table);

export const mountContentHub = (api: Api, db: Database) => {
  endpoint(
    api,
    {
      method: 'get',
      path: '/api/content-hub-config/{pageType}/{slug}',
      tag: 'Content Hub',
      summary: 'The enabled hub configuration of a page, or null',
      access: 'public',
      params: z.object({ pageType: z.enum(HUB_TYPES), slug: z.string().min(1).max(200) }),
      answer: z.looseObject({}).nullable(),
    },
    async ({ params }) => {
      noteRead('content-hub-configs');
      const [row] = await db
        .select()
        .from(table)
        .where(
          and(
            eq(pageType as never, params.pageType),
            eq(pageSlug as never, params.slug),
            eq(isEnabled as never, true),
          ),
        )
        .limit(1);
      return row ? toItem(row) : null;
    },
  );
};
