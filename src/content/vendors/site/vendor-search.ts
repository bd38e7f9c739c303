import { type ListParams, partOf } from '#site/api/queries.ts';
import { listParam, pageParam, textParam } from '#site/search-params.ts';

export interface VendorSearch {
  q?: string | undefined;
  category?: string[] | undefined;
  market?: string[] | undefined;
  aum?: string[] | undefined;
  page?: number | undefined;
}

/** The spec shows every vendor at once; from here on the list continues on further pages. */
export const VENDORS_PER_PAGE = 30;

export const readVendorSearch = (search: Record<string, unknown>): VendorSearch => ({
  q: textParam(search.q),
  category: listParam(search.category),
  market: listParam(search.market),
  aum: listParam(search.aum),
  page: pageParam(search.page),
});

export const isFiltered = ({ q, category, market, aum }: VendorSearch) =>
  Boolean(q || category || market || aum);

const filtersOf = ({ q, category, market, aum }: VendorSearch): ListParams => ({
  q,
  category,
  market,
  aum,
});

export const listParams = (search: VendorSearch): ListParams => ({
  ...filtersOf(search),
  ...partOf(search.page, VENDORS_PER_PAGE),
});

export const facetParams = filtersOf;
