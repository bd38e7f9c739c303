import { sql } from 'drizzle-orm';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { refersToVisible, visibilityOf } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { memoByKey } from '#platform/memo.ts';
import { rememberPerVersion } from '#platform/version/site-version.server.ts';
import { vendors } from './vendors.collection.ts';

type Places<Value> = ReadonlyMap<Value, readonly number[]>;

/** Visible vendors in the order of their names, and the places in it of those that have something in common. */
export interface SimilarityIndex {
  ids: readonly number[];
  withCategory: Places<string>;
  withMarket: Places<string>;
  withFeature: Places<number>;
  /** Documented features by vendor id. */
  featuresOf: ReadonlyMap<number, readonly number[]>;
}

const table = tableOf(vendors);
const evidence = tableOf(coverage);

const placesOf = <Value>(lists: readonly (readonly Value[])[]): Places<Value> => {
  const having = lists.flatMap((list, place) =>
    [...new Set(list)].map((value) => ({ value, place })),
  );
  const groups = Map.groupBy(having, ({ value }) => value);
  return new Map([...groups].map(([value, group]) => [value, group.map(({ place }) => place)]));
};

const load = async (db: Executor): Promise<SimilarityIndex> => {
  const documented = await db.execute<{ id: number; features: number[] }>(
    sql`select ${evidence.vendorId} as id, array_agg(${evidence.featureId}) as features
        from ${evidence} where ${evidence.level} = 'documented'
          and ${refersToVisible(features, evidence.featureId)}
        group by ${evidence.vendorId}`,
  );
  const featuresOf = new Map(documented.rows.map((row) => [row.id, row.features]));
  const rows = await db
    .select({ id: table.id, categories: table.categories, markets: table.markets })
    .from(table)
    .where(visibilityOf(vendors))
    .orderBy(sql`lower(${table.name})`, table.id);
  return {
    ids: rows.map(({ id }) => id),
    withCategory: placesOf(rows.map(({ categories }) => categories)),
    withMarket: placesOf(rows.map(({ markets }) => markets)),
    withFeature: placesOf(rows.map(({ id }) => featuresOf.get(id) ?? [])),
    featuresOf,
  };
};

const memoryOf = memoByKey((_db: Executor) => rememberPerVersion<SimilarityIndex>({ max: 1 }));

/** Read once after each change: for one profile among 10,000 vendors SQL would walk all of them. */
export const readSimilarityIndex = (db: Executor): Promise<SimilarityIndex> =>
  memoryOf(db)('', () => load(db));

/** The traits that a vendor may share with others, and the worth of each where so many have it. */
const shared = <Value>(
  places: Places<Value>,
  values: readonly Value[],
  weigh: (count: number) => number,
) =>
  [...new Set(values)].map((value) => {
    const having = places.get(value) ?? [];
    return { having, weight: weigh(having.length) };
  });

interface Wanted {
  count: number;
  leftOut: readonly number[];
  /** Others must share as much. */
  least?: number;
}

/** The ids of those that share most, in order; among equals the name decides. */
const rank = (
  { ids }: SimilarityIndex,
  parts: ReturnType<typeof shared>,
  { count, leftOut, least = 0 }: Wanted,
): number[] => {
  const scores = new Float64Array(ids.length);
  for (const { having, weight } of parts)
    for (const place of having) scores[place] = (scores[place] ?? 0) + weight;
  for (const id of leftOut) scores[ids.indexOf(id)] = -1;
  const ranked: number[] = [];
  // A few of 10,000 are wanted: taking out the highest so many times is quicker than to sort them.
  while (ranked.length < count) {
    const top = scores.reduce((best, score, at) => (score > (scores[best] ?? 0) ? at : best), 0);
    const [id, score = -1] = [ids[top], scores[top]];
    if (id === undefined || score < least) break;
    ranked.push(id);
    scores[top] = -1;
  }
  return ranked;
};

const CATEGORY_WEIGHT = 3;

/** Those with most categories and documented features in common; ties by name. */
export const relatedIds = (
  index: SimilarityIndex,
  vendor: { id: number; categories: readonly string[] },
  count: number,
): number[] => {
  const parts = [
    ...shared(index.withCategory, vendor.categories, () => CATEGORY_WEIGHT),
    ...shared(index.withFeature, index.featuresOf.get(vendor.id) ?? [], () => 1),
  ];
  return rank(index, parts, { count, leftOut: [vendor.id] });
};

/** Shared features are told apart to the sixth digit; markets stand below the last of them. */
const PRECISION = 1e6;
const MARKETS = 1e-3;

/** Those that share documented features, the rarer the more; then shared markets, then the name. */
export const alternativeIds = (
  index: SimilarityIndex,
  vendor: { id: number; markets: readonly string[] },
  { count, leftOut }: { count: number; leftOut: readonly number[] },
): number[] => {
  const own = index.featuresOf.get(vendor.id) ?? [];
  const parts = [
    ...shared(index.withFeature, own, (count) => Math.round(PRECISION / count)),
    ...shared(index.withMarket, vendor.markets, () => MARKETS),
  ];
  return rank(index, parts, { count, leftOut: [vendor.id, ...leftOut], least: 1 });
};

/** Whether so many others share a documented feature; looks no further than it must, since all vendors are asked about. */
export const hasAlternatives = (
  { ids, withFeature, featuresOf }: SimilarityIndex,
  vendor: { id: number },
  { count, leftOut }: { count: number; leftOut: readonly number[] },
): boolean => {
  const found = new Set<number>();
  for (const feature of featuresOf.get(vendor.id) ?? []) {
    for (const place of withFeature.get(feature) ?? []) {
      const id = ids[place];
      if (found.size >= count) return true;
      if (id !== undefined && id !== vendor.id && !leftOut.includes(id)) found.add(id);
    }
  }
  return found.size >= count;
};
