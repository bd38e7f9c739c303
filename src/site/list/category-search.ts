import { pageParam, textParam } from '#site/search-params.ts';
import type { PageSearch } from './list-route.ts';

/** A list that can be searched by words and narrowed to one category. */
export interface CategorySearch extends PageSearch {
  q?: string | undefined;
  category?: string | undefined;
}

export const readCategorySearch = (search: Record<string, unknown>): CategorySearch => ({
  q: textParam(search.q),
  category: textParam(search.category),
  page: pageParam(search.page),
});

export const isNarrowed = ({ q, category }: CategorySearch) => Boolean(q || category);
