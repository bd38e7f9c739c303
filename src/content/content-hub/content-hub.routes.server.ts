import { and, eq } from 'drizzle-orm';
import * as z from 'zod';
import type { PathCheck } from '#content/shared/public-paths.server.ts';
import { type AnyItem, widen } from '#kit/collection.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import { noteRead } from '#platform/changes.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { toItem } from '#platform/db/rows.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { contentHubConfigs, HUB_TYPES, type hubItem } from './content-hub.collection.ts';

const table = tableOf(widen(contentHubConfigs));
const { pageType, pageSlug, isEnabled } = columnsOf(table);

/** Where the pages that hubs name stand on the site. */
const PLACES = {
  faq: '/faq',
  glossary: '/glossary',
  service: '/services',
  type: '/types',
} as const;

type HubItem = z.infer<typeof hubItem>;

const pathOf = ({ type, slug }: Pick<HubItem, 'type' | 'slug'>) =>
  slug ? `${PLACES[type]}/${slug}` : null;

/** For strangers: no hub on a page that is closed, and no item that leads to one. */
const onlyOpen = async (
  hub: AnyItem,
  own: string,
  closedPaths: (paths: string[]) => Promise<Set<string>>,
) => {
  const items = hub.relatedContent as HubItem[];
  const closed = await closedPaths([own, ...items.flatMap((item) => pathOf(item) ?? [])]);
  if (closed.has(own)) return null;
  return { ...hub, relatedContent: items.filter((item) => !closed.has(pathOf(item) ?? '')) };
};

export const mountContentHub = (api: Api, db: Database, closedPaths: PathCheck) => {
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
    async ({ params, viewer }) => {
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
      if (!row || viewer) return row ? toItem(row) : null;
      const own = `${PLACES[params.pageType]}/${params.slug}`;
      return onlyOpen(toItem(row), own, (paths) => closedPaths(db, paths));
    },
  );
};
