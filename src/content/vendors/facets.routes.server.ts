import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { groupFeatures } from '#content/shared/coverage/cells.server.ts';
import { namedItem } from '#content/shared/coverage/coverage-schema.ts';
import type { CallParts } from '#content/shared/find-vendor.server.ts';
import { documentOf } from '#kit/document.ts';
import type { ListQuery } from '#kit/list-query.ts';
import { tableOf } from '#kit/table.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { many } from '#platform/http/params.ts';
import { rememberPerVersion } from '#platform/version/site-version.server.ts';
import { AUM_BANDS } from './aum.ts';
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
  viewer: null,
  q,
  found,
  category,
  filters,
});

const evidence = tableOf(coverage);

/** Counts for each filter option, given the other filters. */
export const mountVendorFacets = (api: Api, { db, readerOf, understand }: CallParts) => {
  const reader = readerOf(vendors);
  const { table } = reader;
  const remember = rememberPerVersion<ReadonlyMap<string, number>>();

  /** Walks the vendors that a query leaves, and so counts once for all who ask the same until one of them changes. */
  const count = (asked: readonly unknown[], counts: SQL) =>
    remember(JSON.stringify(asked), async () => {
      const { rows } = await db.execute<{ value: string; count: number }>(counts);
      return new Map(rows.map((row) => [row.value, row.count]));
    });

  const countBy = (key: FacetKey, query: ListQuery) =>
    count(
      [key, query],
      sql`select value, count(*)::int as count from ${table}, unnest(${table[key]}) as value
        where ${reader.conditionOf(query) ?? sql`true`} group by value`,
    );

  const optionsOf = async (key: 'categories' | 'markets', query: ListQuery) => {
    const [all, left] = await Promise.all([countBy(key, { viewer: null }), countBy(key, query)]);
    return [...all.keys()]
      .sort((a, b) => a.localeCompare(b))
      .map((value) => ({ value, label: value, count: left.get(value) ?? 0 }));
  };

  /** How many of the vendors that are left document each feature. */
  const featuresLeft = async (query: ListQuery, levels: readonly string[]) => {
    const [groups, counts] = await Promise.all([
      groupFeatures(readerOf),
      count(
        [levels, query],
        sql`select ${evidence.featureId}::text as value, count(*)::int as count from ${evidence}
          where ${evidence.level} = any(${sql.param(levels)}::text[])
            and ${evidence.vendorId} in (select ${table.id} from ${table}
              where ${reader.conditionOf(query) ?? sql`true`})
          group by ${evidence.featureId}`,
      ),
    ]);
    return groups.map(({ category, features }) => ({
      category,
      options: features.map(({ id, slug, name }) => ({
        value: slug,
        label: name,
        count: counts.get(String(id)) ?? 0,
      })),
    }));
  };

  return [
    endpoint(api, {
      method: 'get',
      id: 'getVendorFacets',
      path: '/api/vendor-facets',
      tag,
      summary: 'How many vendors each filter option would leave',
      access: 'public',
      cacheable: true,
      query: facetsQuery,
      response: facets,
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
    }),
    endpoint(api, {
      method: 'get',
      id: 'listVendorNames',
      path: '/api/vendor-names',
      tag,
      summary: 'Names for a selector, sorted; `q` narrows them',
      access: 'public',
      cacheable: true,
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
    }),
  ];
};
