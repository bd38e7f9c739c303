import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PageUser } from '#site/page-context.ts';
import { apiGet, apiList, orNullOn401 } from './api-client.ts';

export type ListParams = Record<string, string | number | readonly string[] | undefined>;

const USER_STALE_MS = 5 * 60 * 1000;
const NEWS_RETRIES = 3;

/** '/api/vendors' and { q: 'x', category: ['A', 'B'] } as one address; empty values are left out. */
export const pathWith = (path: string, params: ListParams): string => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    for (const single of [value].flat()) {
      if (single !== undefined && single !== '') search.append(key, String(single));
    }
  }
  const query = search.toString();
  return query === '' ? path : `${path}?${query}`;
};

/** The part of a list that one of its pages shows, as the API is asked for it. */
export const partOf = (page: number | undefined, size: number) => ({
  limit: size,
  offset: page && page > 1 ? (page - 1) * size : undefined,
});

/** What the site shows of a list: cards of visible items, to everybody. */
export const listQuery = <T>(name: string, params: ListParams = {}) => {
  const path = pathWith(`/api/${name}`, { status: 'published', view: 'card', ...params });
  return queryOptions({
    queryKey: [path],
    queryFn: () => apiList<T>(path),
    placeholderData: keepPreviousData,
  });
};

export const pathQuery = <T>(path: string) =>
  queryOptions({ queryKey: [path], queryFn: () => apiGet<T>(path) });

/** One item, with finished HTML beside its source texts. */
export const itemQuery = <T>(name: string, slug: string) =>
  pathQuery<T>(`/api/${name}/${encodeURIComponent(slug)}`);

/** News is always stale, fetched again on every mount, and tried up to three times more. */
export const newsListQuery = <T>(params: ListParams = {}) => {
  const path = pathWith('/api/news', { status: 'published', view: 'card', ...params });
  return queryOptions({
    queryKey: [path],
    queryFn: async () => {
      try {
        return await apiList<T>(path);
      } catch (cause) {
        throw new Error('Failed to fetch news articles', { cause });
      }
    },
    staleTime: 0,
    refetchOnMount: 'always',
    retry: import.meta.env.SSR ? 0 : NEWS_RETRIES,
  });
};

export const userQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: () => orNullOn401(apiGet<PageUser>('/api/auth/user')),
  staleTime: USER_STALE_MS,
});
