import { and, eq } from 'drizzle-orm';
import * as z from 'zod';
import type { PathCheck } from '#content/shared/public-paths.server.ts';
import { documentOf } from '#kit/document.ts';
import type { Reader } from '#kit/reader.server.ts';
import { responsesOf } from '#kit/responses.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { asWords } from '#platform/words.ts';
import {
  type ContentHubConfig,
  contentHubConfigs,
  HUB_TYPES,
  type hubItem,
} from './content-hub.collection.ts';
import { hubPath } from './hub-path.ts';

type HubItem = z.infer<typeof hubItem>;

const pathOf = ({ type, slug }: Pick<HubItem, 'type' | 'slug'>) =>
  slug ? hubPath(type, slug) : null;

/** For anonymous visitors: no hub on a page that is closed, and no item that leads to one. */
const onlyOpen = async (
  hub: ContentHubConfig,
  own: string,
  closedPaths: (paths: string[]) => Promise<Set<string>>,
) => {
  const items = hub.relatedContent;
  const closed = await closedPaths([own, ...items.flatMap((item) => pathOf(item) ?? [])]);
  if (closed.has(own)) return null;
  return { ...hub, relatedContent: items.filter((item) => !closed.has(pathOf(item) ?? '')) };
};

interface HubParts {
  reader: Reader<typeof contentHubConfigs>;
  closedPaths: PathCheck;
}

export const mountContentHub = (api: Api, db: Database, { reader, closedPaths }: HubParts) => {
  const { table, visible } = reader;
  return HUB_TYPES.map((pageType) =>
    endpoint(api, {
      method: 'get',
      id: `getContentHubOf${asWords(pageType)}`,
      path: `/api/content-hub-config/${pageType}/{slug}`,
      tag: documentOf(contentHubConfigs).tag,
      summary: 'The enabled hub configuration of a page, or null',
      access: 'public',
      cacheable: true,
      params: z.object({ slug: z.string().min(1).max(200) }),
      response: responsesOf(contentHubConfigs).item.nullable(),
      handle: async ({ params: { slug }, viewer }) => {
        const isOfPage = and(eq(table.pageType, pageType), eq(table.pageSlug, slug));
        const [hub] = await db.select().from(table).where(and(isOfPage, visible)).limit(1);
        if (!hub || viewer) return hub ?? null;
        const own = hubPath(pageType, slug);
        return onlyOpen(hub, own, (paths) => closedPaths(db, paths));
      },
    }),
  );
};
