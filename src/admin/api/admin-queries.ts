import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ParamsArgument, type PathOf, pathWith, type ResponseOf } from '#client/api-calls.ts';
import { userQuery } from '#client/user-query.ts';
import { ApiError } from '#platform/api-error.ts';
import { adminGet, adminList } from './admin-api.ts';

export const COUNTS_PATH = '/api/counts';
/** Drafts over items. */
export const DRAFTS_PATH = '/api/drafts';
export const SCHEDULE_PATH = '/api/schedule';
export const REVIEWS_PATH = '/api/reviews';

export type Counts = ResponseOf<'get', typeof COUNTS_PATH>;

export const countsQuery = queryOptions({
  queryKey: [COUNTS_PATH],
  queryFn: async (): Promise<Counts> => {
    try {
      return await adminGet(COUNTS_PATH);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return {};
      throw error;
    }
  },
});

// The public pages keep other shapes under the same paths in the same cache.
const keyOf = (path: string) => [path, 'admin'] as const;

export const adminListQuery = <Path extends PathOf<'get'>, const View = undefined>(
  path: Path,
  ...params: ParamsArgument<Path, { view?: View }>
) =>
  queryOptions({
    queryKey: keyOf(pathWith(path, ...params)),
    queryFn: () => adminList<Path, View>(path, ...params),
    placeholderData: keepPreviousData,
  });

export const adminItemQuery = (
  name: string,
  key: number | string,
  options: { refetchOnMount?: 'always' } = {},
) => {
  return queryOptions({
    queryKey: keyOf(pathWith('/api/{name}/{key}', { name, key })),
    queryFn: () => adminGet('/api/{name}/{key}', { name, key }),
    ...options,
  });
};

/**
 * After a write: what the screen shows of the collection and the counts are read again. Whatever else was read of the API goes, the
 * site's pages included: who a page leads to next may show what was written. A draft is known by its version and stays.
 */
export const refreshCollection = (queryClient: QueryClient, name: string) => {
  const [userPath] = userQuery.queryKey;
  queryClient.removeQueries({
    type: 'inactive',
    fetchStatus: 'idle',
    predicate: ({ queryKey: [path] }) => String(path).startsWith('/api/') && path !== userPath,
  });
  const isOf = (path: unknown) =>
    typeof path === 'string' &&
    (path === `/api/${name}` ||
      path.startsWith(`/api/${name}/`) ||
      path.startsWith(`/api/${name}?`) ||
      path === COUNTS_PATH ||
      path === DRAFTS_PATH ||
      path === SCHEDULE_PATH ||
      path === REVIEWS_PATH ||
      path.startsWith('/api/trash'));
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOf(queryKey[0]) });
};
