import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { alignCoverage, groupFeatures } from '#content/shared/coverage/cells.server.ts';
import { coverageRow, namedItem } from '#content/shared/coverage/coverage-schema.ts';
import { evidenceColumns } from '#content/shared/coverage/evidence-words.ts';
import type { CallParts } from '#content/shared/find-vendor.server.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { documentOf } from '#kit/document.ts';
import { toCsv } from '#platform/csv.ts';
import { notFound } from '#platform/errors.ts';
import { csvFile } from '#platform/http/csv-file.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { many } from '#platform/http/params.ts';
import { slugify } from '#platform/text/slugify.ts';
import { rememberPerVersion } from '#platform/version/site-version.server.ts';
import { NO_CATEGORY } from '#platform/words.ts';
import { coverage } from './coverage.collection.ts';
import { withNames } from './coverage.service.server.ts';
import { MAX_CHOSEN } from './site.ts';

/** A longer table is unreadable; the pager shows the rest. */
const VENDORS_A_PAGE = 30;
/** Small enough for a spreadsheet to open, and to write without a pause. */
const MAX_CSV_ROWS = 20_000;

const { tag } = documentOf(coverage);

const chosen = many.pipe(z.array(z.string().max(200)).max(MAX_CHOSEN)).default([]);
const matrixQuery = z.object({
  category: z.string().min(1).max(100).optional(),
  feature: chosen.meta({
    description: `Features by slug, in place of a category; at most ${MAX_CHOSEN}`,
  }),
  vendor: chosen.meta({ description: `Vendors by slug; at most ${MAX_CHOSEN}` }),
});
const pageQuery = matrixQuery.extend({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
});

const EVIDENCE = [
  'level',
  'rank',
  'page date',
  'page age',
  'finding',
  'url',
  'publisher',
  'checked on',
  'read in',
  'quote',
] as const;
const HEAD = ['vendor', 'feature', ...EVIDENCE];

/** Vendors by the features of a category, or by those that were chosen: the page's table, and the same as a file. */
export const mountMatrix = (api: Api, { db, readerOf, findVendor }: CallParts) => {
  const reader = readerOf(coverage);
  const { table } = reader;

  /** The features that are asked for, else those of a category or of the first one; a site without features has none. */
  const findFeatures = async ({ feature, category }: z.infer<typeof matrixQuery>) => {
    const choices = (await groupFeatures(readerOf)).map((group) => ({
      category: group.category,
      features: group.features.map(({ slug, name }) => ({ slug, name })),
    }));
    const slugsOf = (groups: typeof choices) =>
      groups.flatMap((group) => group.features.map(({ slug }) => slug));
    if (feature.length > 0) {
      const slugs = slugsOf(choices);
      return {
        choices,
        category: '',
        slugs: slugs.filter((slug) => feature.includes(slug)),
        missing: feature.filter((slug) => !slugs.includes(slug)),
      };
    }
    const group = choices.find((one) => category === undefined || one.category === category);
    if (!group && category !== undefined) throw notFound('Category');
    const slugs = group ? slugsOf([group]) : [];
    return { choices, category: group?.category ?? '', slugs, missing: [] };
  };

  /** Chosen vendors, with or without evidence. */
  const findChosen = async (slugs: readonly string[]) => {
    const found = await Promise.all(slugs.map(findVendor));
    return {
      ids: [...new Set(found.flatMap((vendor) => vendor?.id ?? []))],
      missing: slugs.filter((_, at) => !found[at]),
    };
  };

  const isOf = (featureSlugs: string[]) => ({
    viewer: null,
    // An empty list would filter nothing.
    filters: { feature: featureSlugs.length > 0 ? featureSlugs : [''] },
  });

  const remember = rememberPerVersion<number[]>();

  /** Vendors with most documented features of the category first; this reads all of its evidence. */
  const rankVendors = async (featureSlugs: string[]) => {
    const ranked = await db
      .select({ id: table.vendorId })
      .from(table)
      .where(reader.conditionOf(isOf(featureSlugs)))
      .groupBy(table.vendorId)
      .orderBy(
        sql`count(*) filter (where ${table.level} = 'documented') desc, count(*) desc, ${table.vendorId}`,
      );
    return ranked.flatMap(({ id }) => id ?? []);
  };

  const getCoverageMatrixCall = endpoint(api, {
    method: 'get',
    id: 'getCoverageMatrix',
    path: '/api/coverage-matrix',
    tag,
    summary:
      'Vendors by the features of one category or by chosen ones; thirty vendors a page, or those that are chosen',
    access: 'public',
    cacheable: true,
    query: pageQuery,
    response: z
      .object({
        category: z.string().meta({ description: 'Empty where the features were chosen' }),
        /** Every feature, to choose from. */
        choices: z.array(z.object({ category: z.string(), features: z.array(namedItem) })),
        /** Chosen slugs that were not found. */
        missing: z.array(z.string()),
        vendors: z.array(namedItem),
        rows: z.array(coverageRow),
        total: z.int(),
        pages: z.int(),
      })
      .meta({ id: 'CoverageMatrix' }),
    failures: { 404: 'No such category' },
    handle: async ({ query }) => {
      const { choices, category, slugs, missing } = await findFeatures(query);
      const wanted = await findChosen(query.vendor);
      const known = await remember(slugs.join(), () => rankVendors(slugs));
      // Chosen vendors without evidence stand last.
      const chosenIds = [...known, ...wanted.ids].filter((id) => wanted.ids.includes(id));
      const ranked = query.vendor.length > 0 ? [...new Set(chosenIds)] : known;
      const ids = ranked.slice((query.page - 1) * VENDORS_A_PAGE, query.page * VENDORS_A_PAGE);
      const cards = await readerOf(vendors).cardsByIds(null, ids);
      const isNamed = category !== '' && category !== NO_CATEGORY;
      const aligned = await alignCoverage({ readerOf }, ids, isNamed ? category : undefined);
      return {
        category,
        choices,
        missing: [...missing, ...wanted.missing],
        vendors: cards.map(({ slug, name }) => ({ slug, name })),
        rows: aligned
          .flatMap(({ rows }) => rows)
          .filter(({ feature }) => slugs.includes(feature.slug)),
        total: ranked.length,
        pages: Math.max(1, Math.ceil(ranked.length / VENDORS_A_PAGE)),
      };
    },
  });

  endpoint(api, {
    method: 'get',
    id: 'getCoverageMatrixFile',
    path: '/api/coverage-matrix.csv',
    tag,
    summary: `The evidence of one category, or of chosen features and vendors, as CSV, a line for each vendor and feature; at most ${MAX_CSV_ROWS} lines`,
    access: 'public',
    query: matrixQuery,
    mediaType: 'text/csv',
    failures: { 404: 'No such category' },
    handle: async ({ c, query }) => {
      const { category, slugs } = await findFeatures(query);
      const { ids } = await findChosen(query.vendor);
      const { filters } = isOf(slugs);
      const vendor = query.vendor.length > 0 ? [0, ...ids].map(String) : [];
      const found = await reader.list({
        viewer: null,
        filters: { ...filters, vendor },
        limit: MAX_CSV_ROWS,
      });
      const rows = await withNames(found, { readerOf, viewer: null });
      const lines = rows.map((row) => [
        row.vendor?.name ?? '',
        row.feature?.name ?? '',
        ...evidenceColumns(row, EVIDENCE),
      ]);
      return csvFile(c, slugify(category) || 'matrix', toCsv([HEAD, ...lines]));
    },
  });
  return [getCoverageMatrixCall];
};
