import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { CollectionParts } from '#kit/routes.server.ts';
import { presentItem } from '#kit/routes.server.ts';
import { type CollectionTable, columnsOf } from '#kit/table.server.ts';
import { noteRead } from '#platform/changes.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { keepUntilChange } from '#platform/until-change.server.ts';

const readFooter = async (table: CollectionTable, db: Database) => {
  const { slug, title, footerSection, isPublished, showInFooter, displayOrder } = columnsOf(table);
  return await db
    .select({
      slug: sql<string>`${slug}`,
      title: sql<string>`${title}`,
      footerSection: sql<string | null>`${footerSection}`,
    })
    .from(table)
    .where(sql`${isPublished} and ${showInFooter}`)
    .orderBy(sql`${displayOrder}`, sql`${title}`)
    .limit(40);
};

type FooterPages = Awaited<ReturnType<typeof readFooter>>;

export const mountPages = (api: Api, parts: CollectionParts, db: Database) => {
  // Every page asks for them.
  const keepFooter = keepUntilChange<FooterPages>(['pages']);

  endpoint(
    api,
    {
      method: 'get',
      path: '/api/pages/slug/{slug}',
      tag: 'Pages',
      summary: 'One generic page by its slug',
      access: 'public',
      params: z.object({ slug: z.string().min(1).max(200) }),
      answer: z.looseObject({}),
      failures: { 404: 'Not there, or not published' },
    },
    async ({ params, viewer }) => {
      const page = await parts.reader.bySlug(viewer, params.slug);
      if (!page) throw notFound('Page');
      return presentItem(parts, page, { db, viewer });
    },
  );

  endpoint(
    api,
    {
      method: 'get',
      path: '/api/footer-pages',
      tag: 'Pages',
      summary: 'Published pages that ask for a place in the footer',
      access: 'public',
      answer: z.array(
        z.object({ slug: z.string(), title: z.string(), footerSection: z.string().nullable() }),
      ),
    },
    () => {
      noteRead('pages');
      return keepFooter('', () => readFooter(parts.reader.table, db));
    },
  );
};
