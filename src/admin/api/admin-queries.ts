import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AnyItem } from '#kit/collection.ts';
import { ApiError } from '#platform/api-error.ts';
import { adminGet, adminList } from './admin-api.ts';

export type Counts = Record<string, number>;

export const COUNTS_PATH = '/api/counts';

export const countsQuery = queryOptions({
  queryKey: [COUNTS_PATH],
  queryFn: async (): Promise<Counts> => {
    try {
      return await adminGet<Counts>(COUNTS_PATH);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return {};
      throw error;
    }
  },
});

// The public pages keep other shapes under the same paths in the same cache.
const keyOf = (path: string) => [path, 'admin'] as const;

export const adminListQuery = <T = AnyItem>(path: string) =>
  queryOptions({
    queryKey: keyOf(path),
    queryFn: () => adminList<T>(path),
    placeholderData: keepPreviousData,
  });

export const adminItemQuery = (
  name: string,
  key: number | string,
  options: { refetchOnMount?: 'always' } = {},
) => {
  const path = `/api/${name}/${encodeURIComponent(key)}`;
  return queryOptions({
    queryKey: keyOf(path),
    queryFn: async (): Promise<AnyItem> => adminGet<AnyItem>(path),
    ...options,
  });
};

/** After a write: everything that was read of the collection, the site's pages included, and the counts. */
export const refreshCollection = (queryClient: QueryClient, name: string) => {
  const isOf = (path: unknown) =>
    typeof path === 'string' &&
    (path === `/api/${name}` ||
      path.startsWith(`/api/${name}/`) ||
      path.startsWith(`/api/${name}?`) ||
      path === COUNTS_PATH ||
      path.startsWith('/api/trash'));
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOf(queryKey[0]) });
};
