import { and, eq } from 'drizzle-orm';
import * as z from 'zod';
import type { ReadContext } from '#kit/behaviour.server.ts';
import { documentOf } from '#kit/document.ts';
import type { Reader } from '#kit/reader.server.ts';
import { type CollectionParts, presentItem } from '#kit/routes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { orNotFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { rememberPerVersion } from '#platform/version/site-version.server.ts';
import type { pages } from './pages.collection.ts';

const readFooter = (db: Executor, { table, visible }: Reader<typeof pages>) => {
  const { slug, title, footerSection, showInFooter, displayOrder } = table;
  return db
    .select({ slug, title, footerSection })
    .from(table)
    .where(and(visible, eq(showInFooter, true)))
    .orderBy(displayOrder, title)
    .limit(40)
    .execute();
};

export const mountPages = (
  api: Api,
  parts: CollectionParts<typeof pages>,
  context: Omit<ReadContext, 'viewer'>,
) => {
  const { tag } = documentOf(parts.collection);
  const rememberFooter = rememberPerVersion<Awaited<ReturnType<typeof readFooter>>>({ max: 1 });

  return [
    endpoint(api, {
      method: 'get',
      id: 'getPageBySlug',
      path: '/api/pages/slug/{slug}',
      tag,
      summary: 'One generic page by its slug',
      access: 'public',
      cacheable: true,
      params: z.object({ slug: z.string().min(1).max(200) }),
      response: parts.responses.detail,
      failures: { 404: 'Not there, or not published' },
      handle: async ({ params, viewer }) => {
        const page = orNotFound(await parts.reader.bySlug(viewer, params.slug), 'Page');
        return presentItem(parts, page, { ...context, viewer });
      },
    }),
    endpoint(api, {
      method: 'get',
      id: 'listFooterPages',
      path: '/api/footer-pages',
      tag,
      summary: 'Published pages that ask for a place in the footer',
      access: 'public',
      cacheable: true,
      response: z.array(
        z
          .object({ slug: z.string(), title: z.string(), footerSection: z.string().nullable() })
          .meta({ id: 'FooterPage' }),
      ),
      // Every page asks.
      handle: () => rememberFooter('', () => readFooter(context.db, parts.reader)),
    }),
  ];
};
