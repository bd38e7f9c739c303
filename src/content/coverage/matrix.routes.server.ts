import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { coverageRow, namedItem } from '#content/shared/coverage/coverage-schema.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { documentOf } from '#kit/document.ts';
import { noteFields } from '#kit/read-keys.server.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { noteRead } from '#platform/changes.server.ts';
import { toCsv } from '#platform/csv.ts';
import type { Database } from '#platform/db/database.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import { slugify } from '#platform/text/slugify.ts';
import { coverage } from './coverage.collection.ts';
import type { Align } from './coverage.routes.server.ts';
import { withNames } from './coverage.service.server.ts';

/** A table with more rows is read by nobody; the pager shows the rest. */
const VENDORS_A_PAGE = 30;
/** What a spreadsheet still opens at once, and a server writes without a pause. */
const MAX_CSV_ROWS = 20_000;

const { tag } = documentOf(coverage);

const categoryQuery = z.object({ category: z.string().min(1).max(100).optional() });
const pageQuery = categoryQuery.extend({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
});

type NamedRow = Awaited<ReturnType<typeof withNames>>[number];

const HEAD = 'vendor,feature,level,finding,url,publisher,page date,checked on'.split(',');

const asLine = (row: NamedRow): string[] => [
  row.vendor?.name ?? '',
  row.feature?.name ?? '',
  row.level,
  row.finding,
  row.url,
  row.publisher,
  row.pageDate ?? '',
  row.checkedOn.slice(0, 10),
];

interface MatrixParts {
  db: Database;
  readerOf: ReaderOf;
  align: Align;
}

/** Vendors by the features of a category: the page's table, and the same as a file. */
export const mountMatrix = (api: Api, { db, readerOf, align }: MatrixParts) => {
  const reader = readerOf(coverage);
  const { table } = reader;

  /** The category that is asked for, else the first one; a site without features has none. */
  const findCategory = async (asked: string | undefined) => {
    const [group] = await align([], asked);
    if (!group && asked !== undefined) throw notFound('Category');
    const slugs = group?.rows.map(({ feature }) => feature.slug) ?? [];
    return { name: group?.category ?? '', slugs };
  };

  const isOf = (featureSlugs: string[]) => ({
    viewer: null,
    // An empty list would filter nothing.
    filters: { feature: featureSlugs.length > 0 ? featureSlugs : [''] },
  });

  const remember = rememberUntilChange<number[]>();

  /** Vendors with most documented features of the category first; ranking them reads all of its evidence. */
  const rankVendors = (featureSlugs: string[]) =>
    remember(featureSlugs.join(), async () => {
      const query = isOf(featureSlugs);
      noteRead(...reader.readsOf(query));
      noteFields(coverage, ['vendorId', 'level']);
      const ranked = await db
        .select({ id: table.vendorId })
        .from(table)
        .where(reader.conditionOf(query))
        .groupBy(table.vendorId)
        .orderBy(
          sql`count(*) filter (where ${table.level} = 'documented') desc, count(*) desc, ${table.vendorId}`,
        );
      return ranked.flatMap(({ id }) => id ?? []);
    });

  const getCoverageMatrixCall = endpoint(
    api,
    {
      method: 'get',
      id: 'getCoverageMatrix',
      path: '/api/coverage-matrix',
      tag,
      summary: 'Vendors by the features of one category; thirty vendors a page',
      access: 'public',
      query: pageQuery,
      response: z
        .object({
          category: z.string(),
          vendors: z.array(namedItem),
          rows: z.array(coverageRow),
          total: z.int(),
          pages: z.int(),
        })
        .meta({ id: 'CoverageMatrix' }),
      failures: { 404: 'No such category' },
    },
    async ({ query }) => {
      const category = await findCategory(query.category);
      const ranked = await rankVendors(category.slugs);
      const ids = ranked.slice((query.page - 1) * VENDORS_A_PAGE, query.page * VENDORS_A_PAGE);
      const cards = await readerOf(vendors).cardsByIds(null, ids);
      const [aligned] = await align(ids, category.name);
      return {
        category: category.name,
        vendors: cards.map(({ slug, name }) => ({ slug, name })),
        rows: aligned?.rows ?? [],
        total: ranked.length,
        pages: Math.max(1, Math.ceil(ranked.length / VENDORS_A_PAGE)),
      };
    },
  );

  endpoint(
    api,
    {
      method: 'get',
      id: 'getCoverageMatrixFile',
      path: '/api/coverage-matrix.csv',
      tag,
      summary: `The evidence of one category as CSV, a line for each vendor and feature; at most ${MAX_CSV_ROWS} lines`,
      access: 'public',
      cacheable: false,
      query: categoryQuery,
      mediaType: 'text/csv',
      failures: { 404: 'No such category' },
    },
    async ({ c, query }) => {
      const { name, slugs } = await findCategory(query.category);
      const found = await reader.list({ ...isOf(slugs), limit: MAX_CSV_ROWS });
      const rows = await withNames(found, { db, readerOf, viewer: null });
      return c.body(toCsv([HEAD, ...rows.map(asLine)]), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${slugify(name)}.csv"`,
      });
    },
  );
  return [getCoverageMatrixCall];
};
