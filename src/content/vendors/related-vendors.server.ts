import { sql } from 'drizzle-orm';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { refersToVisible, visibilityOf } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { memoByKey } from '#platform/memo.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import { vendors } from './vendors.collection.ts';

/** Visible vendors in the order of their names, and the places in it of those that have something in common. */
export interface SimilarityIndex {
  ids: readonly number[];
  withCategory: ReadonlyMap<string, readonly number[]>;
  withMarket: ReadonlyMap<string, readonly number[]>;
  withFeature: ReadonlyMap<number, readonly number[]>;
  /** Documented features by vendor id. */
  featuresOf: ReadonlyMap<number, readonly number[]>;
}

const CATEGORY_WEIGHT = 3;

const table = tableOf(vendors);
const evidence = tableOf(coverage);

const placesOf = <Value extends string | number>(lists: readonly (readonly Value[])[]) => {
  const places = new Map<Value, number[]>();
  for (const [place, list] of lists.entries()) {
    for (const value of new Set(list)) {
      const existing = places.get(value);
      if (existing) existing.push(place);
      else places.set(value, [place]);
    }
  }
  return places;
};

const readDocumented = async (db: Executor): Promise<SimilarityIndex['featuresOf']> => {
  const { rows } = await db.execute<{ id: number; features: number[] }>(
    sql`select ${evidence.vendorId} as id, array_agg(${evidence.featureId}) as features
        from ${evidence} where ${evidence.level} = 'documented'
          and ${refersToVisible(features, evidence.featureId)}
        group by ${evidence.vendorId}`,
  );
  return new Map(rows.map((row) => [row.id, row.features]));
};

const load = async (db: Executor): Promise<SimilarityIndex> => {
  const featuresOf = await readDocumented(db);
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

const memoryOf = memoByKey((_db: Executor) => rememberUntilChange<SimilarityIndex>({ max: 1 }));

/** Read once after each change: for one profile among 10,000 vendors SQL would walk all of them. */
export const readSimilarityIndex = (db: Executor): Promise<SimilarityIndex> =>
  memoryOf(db)('', () => load(db));

/** Adds `weigh(n)` to each vendor with one of the values, where n vendors have it. */
const addTo = <Value>(
  scores: Float64Array,
  places: ReadonlyMap<Value, readonly number[]>,
  { values, weigh }: { values: readonly Value[]; weigh(count: number): number },
) => {
  for (const value of new Set(values)) {
    const having = places.get(value) ?? [];
    for (const place of having) scores[place] = (scores[place] ?? 0) + weigh(having.length);
  }
};

/** The ids with the highest scores, in order; among equals the name decides. */
const highest = (
  ids: readonly number[],
  scores: Float64Array,
  { count, isOut }: { count: number; isOut(id: number, score: number): boolean },
): number[] => {
  const best: { id: number; score: number }[] = [];
  for (const [place, id] of ids.entries()) {
    const score = scores[place] ?? 0;
    const last = best[count - 1];
    if ((last && score <= last.score) || isOut(id, score)) continue;
    const at = best.findIndex((other) => score > other.score);
    best.splice(at === -1 ? best.length : at, 0, { id, score });
    best.length = Math.min(best.length, count);
  }
  return best.map(({ id }) => id);
};

/** Those with most categories and documented features in common; ties by name. */
export const relatedIds = (
  { ids, withCategory, withFeature, featuresOf }: SimilarityIndex,
  vendor: { id: number; categories: readonly string[] },
  count: number,
): number[] => {
  const scores = new Float64Array(ids.length);
  addTo(scores, withCategory, { values: vendor.categories, weigh: () => CATEGORY_WEIGHT });
  addTo(scores, withFeature, { values: featuresOf.get(vendor.id) ?? [], weigh: () => 1 });
  return highest(ids, scores, { count, isOut: (id) => id === vendor.id });
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

/** Shared features are told apart to the sixth digit; markets stand below the last of them. */
const PRECISION = 1e6;
const MARKETS = 1e-3;

/** Those that share documented features, the rarer the more; then shared markets, then the name. */
export const alternativeIds = (
  { ids, withMarket, withFeature, featuresOf }: SimilarityIndex,
  vendor: { id: number; markets: readonly string[] },
  { count, leftOut }: { count: number; leftOut: readonly number[] },
): number[] => {
  const shared = new Float64Array(ids.length);
  const values = featuresOf.get(vendor.id) ?? [];
  addTo(shared, withFeature, { values, weigh: (vendors) => 1 / vendors });
  const scores = shared.map((score) => Math.round(score * PRECISION));
  addTo(scores, withMarket, { values: vendor.markets, weigh: () => MARKETS });
  return highest(ids, scores, {
    count,
    isOut: (id, score) => score < 1 || id === vendor.id || leftOut.includes(id),
  });
};
