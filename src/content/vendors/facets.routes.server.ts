import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { documentOf } from '#kit/document.ts';
import type { ListQuery } from '#kit/list-query.ts';
import type { Reader } from '#kit/reader.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import { AUM_BANDS } from './aum.ts';
import type { UnderstandVendors } from './understood.server.ts';
import { vendors } from './vendors.collection.ts';
import { levelsAsked } from './vendors.service.server.ts';

const many = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => (value === undefined ? [] : [value].flat()));

/** A longer selector is of no use; beyond that the reader searches. */
const MAX_NAMES = 200;

const option = z
  .object({ value: z.string(), label: z.string(), count: z.int() })
  .meta({ id: 'FacetOption' });
const { tag } = documentOf(vendors);

const facets = z
  .object({
    total: z.int(),
    categories: z.array(option),
    markets: z.array(option),
    aum: z.array(option),
    features: z.array(z.object({ category: z.string(), options: z.array(option) })),
    understood: z
      .array(z.object({ slug: z.string(), name: z.string() }))
      .meta({ description: 'Features that the words of the search name' }),
  })
  .meta({ id: 'VendorFacets' });

type FeatureOptions = z.infer<typeof facets>['features'];

type FacetKey = 'categories' | 'markets' | 'aumBands';

interface Asked {
  found?: readonly number[] | undefined;
  q?: string | undefined;
  category: string[];
  market: string[];
  aum: string[];
  feature: string[];
  partly: string[];
}

const queryOf = (asked: Asked, without?: keyof Asked): ListQuery => ({
  viewer: null,
  q: asked.q,
  found: asked.found,
  category: without === 'category' ? [] : asked.category,
  filters: {
    market: without === 'market' ? [] : asked.market,
    aum: without === 'aum' ? [] : asked.aum,
    feature: asked.feature,
    partly: asked.partly,
  },
});

export interface FacetParts {
  db: Database;
  reader: Reader<typeof vendors>;
  understand: UnderstandVendors;
  /** How many of the vendors that are left document each feature. */
  countFeatures(left: SQL | undefined, levels: readonly string[]): Promise<FeatureOptions>;
}

/** Counts for each filter option, given the other filters. */
export const mountVendorFacets = (api: Api, parts: FacetParts) => {
  const { db, reader, countFeatures, understand } = parts;
  const { table } = reader;

  const remember = rememberUntilChange<ReadonlyMap<string, number>>();
  const rememberFeatures = rememberUntilChange<FeatureOptions>();

  const readCounts = async (key: FacetKey, query: ListQuery) => {
    const rows = await db.execute<{ value: string; count: number }>(
      sql`select value, count(*)::int as count from ${table}, unnest(${table[key]}) as value
          where ${reader.conditionOf(query) ?? sql`true`} group by value`,
    );
    return new Map(rows.rows.map((row) => [row.value, row.count]));
  };

  /** Each count walks the vendors that are left, and changes with them alone. */
  const countBy = (key: FacetKey, query: ListQuery) =>
    remember(JSON.stringify([key, query]), () => readCounts(key, query));

  /** Likewise, and the evidence of all of them. */
  const featuresLeft = (query: ListQuery, levels: readonly string[]) =>
    rememberFeatures(JSON.stringify([query, levels]), () =>
      countFeatures(reader.conditionOf(query), levels),
    );

  const optionsOf = async (key: 'categories' | 'markets', query: ListQuery) => {
    const [all, left] = await Promise.all([countBy(key, { viewer: null }), countBy(key, query)]);
    return [...all.keys()]
      .sort((a, b) => a.localeCompare(b))
      .map((value) => ({ value, label: value, count: left.get(value) ?? 0 }));
  };

  const getVendorFacetsCall = endpoint(api, {
    method: 'get',
    id: 'getVendorFacets',
    path: '/api/vendor-facets',
    tag,
    summary: 'How many vendors each filter option would leave',
    access: 'public',
    query: z.object({
      q: z.string().max(200).optional(),
      category: many,
      market: many,
      aum: many,
      feature: many,
      partly: many,
    }),
    response: facets,
    examples: {
      response: {
        total: 2,
        categories: [{ value: 'Reporting', label: 'Reporting', count: 2 }],
        markets: [{ value: 'Europe', label: 'Europe', count: 1 }],
        aum: [{ value: 'under-100m', label: 'Under $100M', count: 1 }],
        features: [
          {
            category: 'Accounting & General Ledger',
            options: [{ value: 'general-ledger', label: 'General Ledger', count: 1 }],
          },
        ],
        understood: [{ slug: 'general-ledger', name: 'General Ledger' }],
      },
    },
    handle: async ({ query: asked }) => {
      const meant = asked.q?.trim() ? await understand(asked.q) : { found: [], features: [] };
      const query = { ...asked, found: meant.found };
      const [total, categories, markets, bands, features] = await Promise.all([
        reader.count({ viewer: null }),
        optionsOf('categories', queryOf(query, 'category')),
        optionsOf('markets', queryOf(query, 'market')),
        countBy('aumBands', queryOf(query, 'aum')),
        featuresLeft(queryOf(query), levelsAsked({ partly: query.partly })),
      ]);
      const aum = AUM_BANDS.map(({ id, label }) => ({
        value: id,
        label,
        count: bands.get(id) ?? 0,
      }));
      return { total, categories, markets, aum, features, understood: meant.features };
    },
  });

  const listVendorNamesCall = endpoint(api, {
    method: 'get',
    id: 'listVendorNames',
    path: '/api/vendor-names',
    tag,
    summary: 'Names for a selector, sorted; `q` narrows them',
    access: 'public',
    query: z.object({ q: z.string().max(200).optional(), also: z.string().max(200).optional() }),
    response: z
      .object({
        total: z.int(),
        vendors: z.array(z.object({ id: z.int(), name: z.string(), slug: z.string() })),
      })
      .meta({ id: 'VendorNames' }),
    handle: async ({ query }) => {
      const asked = { viewer: null, q: query.q };
      const condition = reader.conditionOf(asked);
      const wanted = query.also
        ? sql`(${condition} or (${reader.visible} and ${table.slug} = ${query.also}))`
        : condition;
      const byName = sql`lower(${table.name})`;
      const typed = query.q?.trim().toLowerCase();
      // The chosen vendor and matches by name come first, so the limit never drops them.
      const first = [
        ...(query.also ? [sql`${table.slug} <> ${query.also}`] : []),
        ...(typed ? [sql`${byName} <> ${typed}`, sql`strpos(${byName}, ${typed}) = 0`] : []),
      ];
      const names = db
        .select({ id: table.id, name: table.name, slug: table.slug })
        .from(table)
        .where(wanted)
        .orderBy(...first, byName)
        .limit(MAX_NAMES)
        .as('names');
      const sorted = await db.select().from(names).orderBy(sql`lower(${names.name})`);
      return { total: await reader.count(asked), vendors: sorted };
    },
  });

  return [getVendorFacetsCall, listVendorNamesCall];
};
