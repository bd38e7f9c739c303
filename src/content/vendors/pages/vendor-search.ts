import type { ResponseOf } from '#client/api-calls.ts';
import { partOf } from '#site/api/queries.ts';
import { listParam, pageParam, searchReader, textParam, trueParam } from '#site/search-params.ts';

/** The spec shows every vendor at once; from here on the list continues on further pages. */
export const VENDORS_PER_PAGE = 30;

export type Facets = ResponseOf<'get', '/api/vendor-facets'>;
export type Option = Facets['categories'][number];

export const readVendorSearch = searchReader({
  q: textParam,
  category: listParam,
  market: listParam,
  aum: listParam,
  /** Slugs of features; all of them must hold. */
  feature: listParam,
  /** Partly documented features match too. */
  partly: trueParam,
  page: pageParam,
});

export type VendorSearch = ReturnType<typeof readVendorSearch>;

/** In an order of its own: the router hands a search out in the order of the address. */
export const filtersOf = (search: VendorSearch) => {
  const { q, category, market, aum, feature, partly } = search;
  return { q, category, market, aum, feature, partly };
};

export const isFiltered = (search: VendorSearch) => Object.values(filtersOf(search)).some(Boolean);

export const listParams = (search: VendorSearch) => ({
  ...filtersOf(search),
  ...partOf(search.page, VENDORS_PER_PAGE),
});

/** Chooses a value of a filter, or takes the choice back; the list begins anew. */
export const withToggled = (
  search: VendorSearch,
  key: 'category' | 'market' | 'aum' | 'feature',
  value: string,
): VendorSearch => {
  const chosen = search[key] ?? [];
  const isOn = chosen.includes(value);
  const next = isOn ? chosen.filter((one) => one !== value) : [...chosen, value];
  return { ...search, [key]: next.length > 0 ? next : undefined, page: undefined };
};
