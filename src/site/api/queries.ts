import {
  type EnsureQueryDataOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import {
  type CollectionName,
  type ListParams,
  type ParamsArgument,
  type PathOf,
  pathWith,
  type ResponseOf,
} from '#client/api-calls.ts';
import { cardsPath, isMissing, itemPath, orIfMissing } from '#client/api-client.ts';
import { apiCards, apiGet, apiItem } from './api-client.ts';

type Query<T> = EnsureQueryDataOptions<T, Error, T, string[]>;
export type Part = Pick<Query<unknown>, 'queryKey' | 'queryFn'>;

/** Loads a page's required data; a moved address redirects, an unknown one is 404. */
export const loadOrNotFound = async <T>(
  queryClient: QueryClient,
  { pathname }: { pathname: string },
  query: Query<T>,
): Promise<T> => {
  try {
    return await queryClient.ensureQueryData(query);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const moved = await orIfMissing(apiGet('/api/redirect', { path: pathname }), null);
    if (moved?.toPath) throw redirect({ href: moved.toPath, statusCode: 301 });
    throw notFound({ data: error.json });
  }
};

/** A page does without its lesser parts: the server waits for them, in the browser they arrive by themselves. */
export const loadParts = async (queryClient: QueryClient, ...parts: readonly Part[]) => {
  const loaded = Promise.allSettled(parts.map((part) => queryClient.ensureQueryData(part)));
  if (import.meta.env.SSR) await loaded;
};

/** The part of a list that one of its pages shows, as the API is asked for it. */
export const partOf = (page: number | undefined, size: number) => ({
  limit: size,
  offset: page && page > 1 ? (page - 1) * size : undefined,
});

export const listQuery = <Name extends CollectionName>(name: Name, params?: ListParams<Name>) =>
  queryOptions({
    queryKey: [cardsPath(name, params)],
    queryFn: () => apiCards(name, params),
    placeholderData: keepPreviousData,
  });

export const pathQuery = <Path extends PathOf<'get'>>(
  path: Path,
  ...params: ParamsArgument<Path>
) =>
  queryOptions({ queryKey: [pathWith(path, ...params)], queryFn: () => apiGet(path, ...params) });

/** For an optional part of a page: an item behind a preview link has no public parts yet. */
export const partQuery = <Path extends PathOf<'get'>>(
  empty: ResponseOf<'get', Path>,
  path: Path,
  ...params: ParamsArgument<Path>
) =>
  queryOptions({
    queryKey: [pathWith(path, ...params)],
    queryFn: () => orIfMissing(apiGet(path, ...params), empty),
  });

/** One item, with finished HTML beside its source texts. */
export const itemQuery = <Name extends CollectionName>(name: Name, slug: string) =>
  queryOptions({ queryKey: [itemPath(name, slug)], queryFn: () => apiItem(name, slug) });
