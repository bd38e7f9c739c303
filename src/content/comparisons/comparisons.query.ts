import { useQuery } from '@tanstack/react-query';
import { isNotFound } from '@tanstack/react-router';
import type { ResponseOf } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { loadOrNotFound, loadParts, pathQuery } from '#site/api/queries.ts';

export type CompareResponse = ResponseOf<'get', '/api/compare/{pair}'>;

export const compareQuery = (pair: string) =>
  pathQuery('/api/compare/{pair}', { pair, view: 'page' });

export const comparisonsOfQuery = (id: number) =>
  pathQuery('/api/vendors/{id}/comparisons', { id });

/** Fixed pairs that have a page: a vendor may have been withdrawn. */
export const popularQuery = pathQuery('/api/popular-comparisons');

/** As `loadOrNotFound`; its not-found screen proposes popular comparisons. */
export const loadComparison: typeof loadOrNotFound = async (queryClient, location, query) => {
  try {
    return await loadOrNotFound(queryClient, location, query);
  } catch (error) {
    if (isNotFound(error)) await loadParts(queryClient, popularQuery);
    throw error;
  }
};

export const usePopularComparisons = () => {
  const { data = [] } = useQuery(popularQuery);
  return data.map((one) => ({ href: hrefTo('/compare/$pair', { pair: one.pair }), ...one }));
};
