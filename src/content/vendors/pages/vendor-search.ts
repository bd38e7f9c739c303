import { partOf } from '#site/api/queries.ts';
import { listParam, pageParam, searchReader, textParam, trueParam } from '#site/search-params.ts';

/** The spec shows every vendor at once; from here on the list continues on further pages. */
export const VENDORS_PER_PAGE = 30;

/** Names the part of the page that filters by features; a link to it opens it. */
export const BY_FEATURE = 'by-feature';

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
const filtersOf = (search: VendorSearch) => {
  const { q, category, market, aum, feature, partly } = search;
  return { q, category, market, aum, feature, partly };
};

export const isFiltered = (search: VendorSearch) => Object.values(filtersOf(search)).some(Boolean);

export const listParams = (search: VendorSearch) => ({
  ...filtersOf(search),
  ...partOf(search.page, VENDORS_PER_PAGE),
});

export const facetParams = filtersOf;
