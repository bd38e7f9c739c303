import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type CollectionName,
  type ListParams,
  type ParamsArgument,
  type PathOf,
  pathWith,
  type ResponseOf,
} from '#client/api-calls.ts';
import { apiCards, apiGet, apiItem, cardsPath, itemPath } from './api-client.ts';
import { isMissing } from './load.ts';

/** The part of a list that one of its pages shows, as the API is asked for it. */
export const partOf = (page: number | undefined, size: number) => ({
  limit: size,
  offset: page && page > 1 ? (page - 1) * size : undefined,
});

/** For a form of filters: the list stays, and the form keeps its place, until the next list is there. */
export const keepsPlace = { placeholderData: keepPreviousData, throwOnError: true } as const;

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

/** For a part that a page does without: what is seen by a preview link before it is public has nothing public yet. */
export const partQuery = <Path extends PathOf<'get'>>(
  empty: ResponseOf<'get', Path>,
  path: Path,
  ...params: ParamsArgument<Path>
) =>
  queryOptions({
    queryKey: [pathWith(path, ...params)],
    queryFn: async (): Promise<ResponseOf<'get', Path>> => {
      try {
        return await apiGet(path, ...params);
      } catch (error) {
        if (isMissing(error)) return empty;
        throw error;
      }
    },
  });

/** One item, with finished HTML beside its source texts. */
export const itemQuery = <Name extends CollectionName>(name: Name, slug: string) =>
  queryOptions({ queryKey: [itemPath(name, slug)], queryFn: () => apiItem(name, slug) });
