import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Reader } from '#kit/read.server.ts';
import { columnsOf } from '#kit/table.server.ts';
import { noteRead } from '#platform/changes.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import type { ListQuery } from '#platform/http/list-query.ts';
import { AUM_BANDS } from './aum.ts';
import { countFacet, type FacetKey, readVendorIndex } from './vendor-index.server.ts';

const many = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => (value === undefined ? [] : [value].flat()));

/** A selector with more entries helps nobody; beyond that the reader searches. */
const MAX_NAMES = 200;

const option = z.object({ value: z.string(), label: z.string(), count: z.int() });

type Asked = { q?: string | undefined; category: string[]; market: string[]; aum: string[] };

const queryOf = (asked: Asked, without?: keyof Asked): ListQuery => ({
  viewer: null,
  q: asked.q,
  category: without === 'category' ? [] : asked.category,
  filters: {
    market: without === 'market' ? [] : asked.market,
    aum: without === 'aum' ? [] : asked.aum,
  },
});

/** What each filter option would leave, given the other filters. */
export const mountVendorFacets = (api: Api, reader: Reader, db: Database) => {
  const columns = columnsOf(reader.table);

  const countBy = async (key: FacetKey, query: ListQuery): Promise<ReadonlyMap<string, number>> => {
    if (!query.q?.trim()) {
      const { market = [], aum = [] } = query.filters ?? {};
      const filter = { categories: query.category ?? [], markets: market, aumBands: aum };
      return countFacet(await readVendorIndex(db), key, filter);
    }
    const rows = await db.execute<{ value: string; count: number }>(
      sql`select value, count(*)::int as count from ${reader.table}, unnest(${columns[key]}) as value
          where ${reader.conditionOf(query) ?? sql`true`} group by value`,
    );
    return new Map(rows.rows.map((row) => [row.value, row.count]));
  };

  const optionsOf = async (key: 'categories' | 'markets', query: ListQuery) => {
    const [all, left] = await Promise.all([countBy(key, { viewer: null }), countBy(key, query)]);
    return [...all.keys()]
      .sort((a, b) => a.localeCompare(b))
      .map((value) => ({ value, label: value, count: left.get(value) ?? 0 }));
  };

  endpoint(
    api,
    {
      method: 'get',
      path: '/api/vendor-facets',
      tag: 'Vendors',
      summary: 'How many vendors each filter option would leave',
      access: 'public',
      query: z.object({
        q: z.string().max(200).optional(),
        category: many,
        market: many,
        aum: many,
      }),
      answer: z.object({
        total: z.int(),
        categories: z.array(option),
        markets: z.array(option),
        aum: z.array(option),
      }),
    },
    async ({ query }) => {
      noteRead('vendors');
      const [total, categories, markets, bands] = await Promise.all([
        reader.count({ viewer: null }),
        optionsOf('categories', queryOf(query, 'category')),
        optionsOf('markets', queryOf(query, 'market')),
        countBy('aumBands', queryOf(query, 'aum')),
      ]);
      const aum = AUM_BANDS.map(({ id, label }) => ({
        value: id,
        label,
        count: bands.get(id) ?? 0,
      }));
      return { total, categories, markets, aum };
    },
  );

  endpoint(
    api,
    {
      method: 'get',
      path: '/api/vendor-names',
      tag: 'Vendors',
      summary: 'Names for a selector, sorted; `q` narrows them',
      access: 'public',
      query: z.object({ q: z.string().max(200).optional(), also: z.string().max(200).optional() }),
      answer: z.object({
        total: z.int(),
        vendors: z.array(z.object({ id: z.int(), name: z.string(), slug: z.string() })),
      }),
    },
    async ({ query }) => {
      noteRead('vendors');
      if (!query.q?.trim()) {
        const { vendors } = await readVendorIndex(db);
        const names = vendors.slice(0, MAX_NAMES).map(({ id, name, slug }) => ({ id, name, slug }));
        return { total: vendors.length, vendors: names };
      }
      const condition = reader.conditionOf({ viewer: null, q: query.q });
      const wanted = query.also
        ? sql`(${condition} or (${reader.conditionOf({ viewer: null })} and ${columns.slug} = ${query.also}))`
        : condition;
      const vendors = await db
        .select({
          id: reader.table.id,
          name: sql<string>`${columns.name}`,
          slug: sql<string>`${columns.slug}`,
        })
        .from(reader.table)
        .where(wanted)
        .orderBy(sql`lower(${columns.name})`)
        .limit(MAX_NAMES);
      return { total: await reader.count({ viewer: null, q: query.q }), vendors };
    },
  );
};
