import type { ResponseOf } from '#client/api-calls.ts';
import { listParam, pageParam, searchReader, textParam } from '#site/search-params.ts';
import { DEFAULT_WEIGHT, readWeights } from '#site/shortlist/shortlist-store.ts';
import { MAX_NEEDS } from '../rule.ts';

/** Beyond the limit of needs, so that the page can name the rest. */
const MAX_READ = 100;

const manyParam = (value: unknown) => listParam(value, MAX_READ);

export const readNeedsSearch = searchReader({
  f: manyParam,
  /** Those without which nothing else counts. */
  must: manyParam,
  /** Weights in the scorecard, 'general-ledger:5'; this page's order counts none. */
  w: manyParam,
  market: textParam,
  category: textParam,
  page: pageParam,
});

export type NeedsSearch = ReturnType<typeof readNeedsSearch>;

export type Facets = ResponseOf<'get', '/api/vendor-facets'>;
export type Needs = ResponseOf<'get', '/api/needs'>;

export const chosenOf = (search: NeedsSearch, facets: Facets) => {
  const names = new Map(
    facets.features.flatMap(({ options }) => options.map(({ value, label }) => [value, label])),
  );
  const asked = [...new Set([...(search.f ?? []), ...(search.must ?? [])])];
  const known = asked.filter((slug) => names.has(slug));
  const f = known.slice(0, MAX_NEEDS);
  const nameIn = (options: Facets['markets'], name: string | undefined) =>
    options.find(({ value }) => value === name)?.value;
  const market = nameIn(facets.markets, search.market);
  const category = nameIn(facets.categories, search.category);
  const must = f.filter((slug) => search.must?.includes(slug));
  const weights = readWeights(search.w ?? []);
  return {
    f,
    must,
    // A need that was unticked, or became a must-have, leaves its weight behind.
    w: f.flatMap((slug) => {
      const weight = must.includes(slug) ? DEFAULT_WEIGHT : (weights.get(slug) ?? DEFAULT_WEIGHT);
      return weight === DEFAULT_WEIGHT ? [] : [`${slug}:${weight}`];
    }),
    market,
    category,
    /** Words of the address that name nothing here, and features for which there is no room. */
    unknown: [
      ...asked.filter((slug) => !names.has(slug)),
      ...(search.market && !market ? [search.market] : []),
      ...(search.category && !category ? [search.category] : []),
    ],
    leftOut: known.slice(MAX_NEEDS).map((slug) => names.get(slug) ?? slug),
  };
};

export type Chosen = ReturnType<typeof chosenOf>;

/** As the page's own address has it; one order for every requested address. */
export const searchOf = ({ unknown, leftOut, ...search }: Chosen): NeedsSearch => search;

export const paramsOf = ({ f, must, market, category }: Chosen) => ({
  features: f.join(),
  musts: must.join() || undefined,
  market,
  category,
});
