import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ParamsArgument, type PathOf, pathWith, type ResponseOf } from '#client/api-calls.ts';
import { orNullOn401 } from '#client/api-client.ts';
import { userQuery } from '#client/user-query.ts';
import { adminGet, adminList } from './admin-api.ts';

const COUNTS_PATH = '/api/counts';
/** Drafts over items. */
export const DRAFTS_PATH = '/api/drafts';
export const SCHEDULE_PATH = '/api/schedule';

export type Counts = ResponseOf<'get', typeof COUNTS_PATH>;

/**
 * The panel's cache key: the address, query included. The public pages keep other shapes under the same addresses in
 * the same cache.
 */
export const adminKey = <Path extends PathOf<'get'>>(path: Path, ...params: ParamsArgument<Path>) =>
  [pathWith(path, ...params), 'admin'] as const;

/** A cached GET. */
export const adminQuery = <Path extends PathOf<'get'>>(
  path: Path,
  ...params: ParamsArgument<Path>
) =>
  queryOptions({ queryKey: adminKey(path, ...params), queryFn: () => adminGet(path, ...params) });

/** The same; without a session it is `none`. */
export const adminQueryOr = <Path extends PathOf<'get'>>(
  none: ResponseOf<'get', Path>,
  path: Path,
  ...params: ParamsArgument<Path>
) =>
  queryOptions({
    queryKey: adminKey(path, ...params),
    queryFn: async () => (await orNullOn401(adminGet(path, ...params))) ?? none,
  });

/** Read again whenever its screen opens, whatever is cached. */
export const fresh = <Query extends object>(query: Query) => ({
  ...query,
  refetchOnMount: 'always' as const,
});

/** A GET response, cached per item version. */
export const versionQuery = <Path extends PathOf<'get'>>(
  version: number,
  path: Path,
  ...params: ParamsArgument<Path>
) =>
  queryOptions({
    queryKey: [...adminKey(path, ...params), version],
    queryFn: () => adminGet(path, ...params),
  });

export const countsQuery = adminQueryOr({}, COUNTS_PATH);

/** Cache entries of a path and below it, with any query. */
export const readAt = (path: string) => ({
  predicate: ({ queryKey: [key] }: { queryKey: readonly unknown[] }) => isAt(String(key), path),
});

const isAt = (address: string, path: string) =>
  address === path || address.startsWith(`${path}/`) || address.startsWith(`${path}?`);

export const adminListQuery = <Path extends PathOf<'get'>, const View = undefined>(
  path: Path,
  ...params: ParamsArgument<Path, { view?: View }>
) =>
  queryOptions({
    queryKey: [pathWith(path, ...params), 'admin', 'list'],
    queryFn: () => adminList<Path, View>(path, ...params),
    placeholderData: keepPreviousData,
  });

export const adminItemQuery = (name: string, key: number | string) =>
  adminQuery('/api/{name}/{key}', { name, key });

/**
 * After a write: the collection and the counts on screen are read again. Inactive API entries leave the cache, public
 * pages included: the next page may show the change. A draft is cached by its version and stays.
 */
export const refreshCollection = (queryClient: QueryClient, name: string) => {
  const [userPath] = userQuery.queryKey;
  queryClient.removeQueries({
    type: 'inactive',
    fetchStatus: 'idle',
    predicate: ({ queryKey: [path] }) => String(path).startsWith('/api/') && path !== userPath,
  });
  const paths = [`/api/${name}`, '/api/trash', COUNTS_PATH, DRAFTS_PATH, SCHEDULE_PATH];
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) => paths.some((path) => isAt(String(address), path)),
  });
};
