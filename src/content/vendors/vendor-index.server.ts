import { sql } from 'drizzle-orm';
import { widen } from '#kit/collection.ts';
import { createReader } from '#kit/read.server.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import { noteRead } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { memoByKey } from '#platform/memo.ts';
import { keepUntilChange } from '#platform/until-change.server.ts';
import { vendors } from './vendors.collection.ts';

export type FacetKey = 'categories' | 'markets' | 'aumBands';

export interface IndexedVendor extends Record<FacetKey, string[]> {
  id: number;
  slug: string;
  name: string;
  /** The place in the order of the names, as the database sorts them. */
  rank: number;
}

export interface VendorIndex {
  /** Visible vendors, sorted as a selector shows them. */
  vendors: readonly IndexedVendor[];
  byRank: readonly IndexedVendor[];
  withCategory: ReadonlyMap<string, readonly IndexedVendor[]>;
  withFeature: ReadonlyMap<string, readonly IndexedVendor[]>;
}

const table = tableOf(widen(vendors));
const columns = columnsOf(table);

type Row = IndexedVendor & { features: string[] };

const groupBy = (rows: readonly Row[], key: 'categories' | 'features') => {
  const groups = new Map<string, IndexedVendor[]>();
  for (const row of rows) {
    for (const value of new Set(row[key])) {
      const group = groups.get(value);
      if (group) group.push(row);
      else groups.set(value, [row]);
    }
  }
  return groups;
};

const load = async (db: Executor): Promise<VendorIndex> => {
  const rows = (await db
    .select({
      id: table.id,
      slug: columns.slug as never,
      name: columns.name as never,
      categories: columns.categories as never,
      markets: columns.markets as never,
      aumBands: columns.aumBands as never,
      features: columns.features as never,
      rank: sql<number>`(row_number() over (order by ${columns.name}))::int`,
    })
    .from(table)
    .where(createReader(widen(vendors), db).conditionOf({ viewer: null }))
    .orderBy(sql`lower(${columns.name})`)) as Row[];
  const withFeature = groupBy(rows, 'features');
  // The groups name each feature once; ten thousand vendors need not hold them all again.
  for (const row of rows) row.features = [];
  return {
    vendors: rows,
    byRank: rows.toSorted((a, b) => a.rank - b.rank),
    withCategory: groupBy(rows, 'categories'),
    withFeature,
  };
};

const keeperOf = memoByKey((_db: Executor) => keepUntilChange<VendorIndex>(['vendors']));

/** What lists of filters, names and relations need of all vendors, read once after each change. */
export const readVendorIndex = (db: Executor): Promise<VendorIndex> => {
  noteRead('vendors');
  return keeperOf(db)('', () => load(db));
};

const CATEGORY_WEIGHT = 3;

/** Those with most categories and features in common; ties by name. */
export const relatedIds = (
  index: VendorIndex,
  vendor: { id: number; categories: readonly string[]; features: readonly string[] },
  count: number,
): number[] => {
  // By place in the order of the names, so that the first of equals is the one to keep.
  const scores = new Uint16Array(index.byRank.length);
  const add = (groups: VendorIndex['withCategory'], values: readonly string[], weight: number) => {
    for (const value of new Set(values)) {
      for (const { rank } of groups.get(value) ?? [])
        scores[rank - 1] = (scores[rank - 1] ?? 0) + weight;
    }
  };
  add(index.withCategory, vendor.categories, CATEGORY_WEIGHT);
  add(index.withFeature, vendor.features, 1);
  const best: { id: number; score: number }[] = [];
  for (const { id, rank } of index.byRank) {
    const score = scores[rank - 1] ?? 0;
    const last = best[count - 1];
    if (id === vendor.id || (last && score <= last.score)) continue;
    const at = best.findIndex((other) => score > other.score);
    best.splice(at === -1 ? best.length : at, 0, { id, score });
    best.length = Math.min(best.length, count);
  }
  return best.map(({ id }) => id);
};

type FacetFilter = Partial<Record<FacetKey, readonly string[]>>;
type Check = readonly [FacetKey, ReadonlySet<string>];

const passes = (vendor: IndexedVendor, checks: readonly Check[]) =>
  checks.every(([key, wanted]) => vendor[key].some((value) => wanted.has(value)));

const count = (all: readonly IndexedVendor[], key: FacetKey, checks: readonly Check[]) => {
  const counts = new Map<string, number>();
  for (const vendor of all) {
    if (checks.length > 0 && !passes(vendor, checks)) continue;
    for (const value of vendor[key]) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
};

const totalsOf = memoByKey(
  ({ vendors: all }: VendorIndex): Record<FacetKey, ReadonlyMap<string, number>> => ({
    categories: count(all, 'categories', []),
    markets: count(all, 'markets', []),
    aumBands: count(all, 'aumBands', []),
  }),
);

/** How many of the vendors that pass the filter have each value. */
export const countFacet = (
  index: VendorIndex,
  key: FacetKey,
  filter: FacetFilter = {},
): ReadonlyMap<string, number> => {
  const checks = (Object.entries(filter) as [FacetKey, readonly string[]][])
    .filter(([, wanted]) => wanted.length > 0)
    .map(([name, wanted]) => [name, new Set(wanted)] as const);
  return checks.length === 0 ? totalsOf(index)[key] : count(index.vendors, key, checks);
};
