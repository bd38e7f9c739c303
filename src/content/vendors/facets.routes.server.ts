import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { namedItem } from '#content/shared/coverage/coverage-schema.ts';
import { documentOf } from '#kit/document.ts';
import type { ListQuery } from '#kit/list-query.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { many } from '#platform/http/params.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import { NO_CATEGORY } from '#platform/words.ts';
import { AUM_BANDS } from './aum.ts';
import type { UnderstandVendors } from './understood.server.ts';
import { vendors } from './vendors.collection.ts';
import { levelsAsked } from './vendors.service.server.ts';

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
      .array(namedItem)
      .meta({ description: 'Features that the words of the search name' }),
  })
  .meta({ id: 'VendorFacets' });

type FacetKey = 'categories' | 'markets' | 'aumBands';

const choices = many.default([]);

const facetsQuery = z.object({
  q: z.string().max(200).optional(),
  category: choices,
  market: choices,
  aum: choices,
  feature: choices,
  partly: choices,
});

type Asked = z.output<typeof facetsQuery> & { found?: readonly number[] | undefined };

const queryOf = ({ q, found, category, ...filters }: Asked): ListQuery => ({
  ...{ viewer: null, q, found, category, filters },
});

interface FacetParts {
  db: Database;
  readerOf: ReaderOf;
  understand: UnderstandVendors;
}

const MAX_FEATURES = 500;

const evidence = tableOf(coverage);

/** Counts for each filter option, given the other filters. */
export const mountVendorFacets = (api: Api, { db, readerOf, understand }: FacetParts) => {
  const reader = readerOf(vendors);
  const { table } = reader;
  const remember = rememberUntilChange<ReadonlyMap<string, number>>();

  /** Each count walks the vendors that are left, and changes with them alone. */
  const countBy = (key: FacetKey, query: ListQuery) =>
    remember(JSON.stringify([key, query]), async () => {
      const { rows } = await db.execute<{ value: string; count: number }>(
        sql`select value, count(*)::int as count from ${table}, unnest(${table[key]}) as value
          where ${reader.conditionOf(query) ?? sql`true`} group by value`,
      );
      return new Map(rows.map((row) => [row.value, row.count]));
    });

  const optionsOf = async (key: 'categories' | 'markets', query: ListQuery) => {
    const [all, left] = await Promise.all([countBy(key, { viewer: null }), countBy(key, query)]);
    return [...all.keys()]
      .sort((a, b) => a.localeCompare(b))
      .map((value) => ({ value, label: value, count: left.get(value) ?? 0 }));
  };

  /** How many of the vendors that are left document each feature; it walks the evidence of all of them. */
  const countFeatures = (query: ListQuery, levels: readonly string[]) =>
    remember(JSON.stringify([query, levels]), async () => {
      const { rows } = await db.execute<{ id: number; count: number }>(
        sql`select ${evidence.featureId} as id, count(*)::int as count from ${evidence}
          where ${evidence.level} = any(${sql.param(levels)}::text[])
            and ${evidence.vendorId} in (select ${table.id} from ${table}
              where ${reader.conditionOf(query) ?? sql`true`})
          group by ${evidence.featureId}`,
      );
      return new Map(rows.map((row) => [String(row.id), row.count]));
    });

  const featuresLeft = async (query: ListQuery, levels: readonly string[]) => {
    const [list, counts] = await Promise.all([
      readerOf(features).listCards({ viewer: null, limit: MAX_FEATURES }),
      countFeatures(query, levels),
    ]);
    const groups = Map.groupBy(list, ({ category }) => category || NO_CATEGORY);
    return [...groups].map(([category, members]) => ({
      category,
      options: members.map(({ id, slug, name }) => ({
        value: slug,
        label: name,
        count: counts.get(String(id)) ?? 0,
      })),
    }));
  };

  const getVendorFacetsCall = endpoint(api, {
    method: 'get',
    id: 'getVendorFacets',
    path: '/api/vendor-facets',
    tag,
    summary: 'How many vendors each filter option would leave',
    access: 'public',
    query: facetsQuery,
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
      const [total, categories, markets, bands, left] = await Promise.all([
        reader.count({ viewer: null }),
        optionsOf('categories', queryOf({ ...query, category: [] })),
        optionsOf('markets', queryOf({ ...query, market: [] })),
        countBy('aumBands', queryOf({ ...query, aum: [] })),
        featuresLeft(queryOf(query), levelsAsked({ partly: query.partly })),
      ]);
      const aum = AUM_BANDS.map(({ id, label }) => ({
        value: id,
        label,
        count: bands.get(id) ?? 0,
      }));
      return { total, categories, markets, aum, features: left, understood: meant.features };
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
