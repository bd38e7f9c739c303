import type { QueryClient } from '@tanstack/react-query';
import { isNotFound } from '@tanstack/react-router';
import { loadOrNotFound, loadParts } from '#site/api/load.ts';
import { pathQuery } from '#site/api/queries.ts';

/** Those of the fixed pairs whose page there is: a vendor may have been withdrawn. */
export const popularQuery = pathQuery('/api/popular-comparisons');

/** As `loadOrNotFound`; the screen for what is not there proposes popular comparisons. */
export const loadComparison = async <T>(
  queryClient: QueryClient,
  path: string,
  load: () => Promise<T>,
): Promise<T> => {
  try {
    return await loadOrNotFound(path, load);
  } catch (error) {
    if (isNotFound(error)) await loadParts(queryClient.ensureQueryData(popularQuery));
    throw error;
  }
};
