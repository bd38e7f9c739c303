import { pageParam, textParam } from '#site/search-params.ts';

export interface MatrixSearch {
  category?: string | undefined;
  page?: number | undefined;
}

export const readMatrixSearch = (search: Record<string, unknown>): MatrixSearch => ({
  category: textParam(search.category),
  page: pageParam(search.page),
});
