import { isStorable } from '#platform/http/storable.ts';

const MAX_QUERY = 512;
const MAX_PARAMS = 20;

const sorted = (params: URLSearchParams): string => {
  params.sort();
  return params.toString();
};

export interface CacheKey {
  /** The target that is rendered, and the key when it is cached. */
  target: string;
  isCacheable: boolean;
}

const toKey = (path: string, query: string): CacheKey => ({
  target: query === '' ? path : `${path}?${query}`,
  isCacheable: query.length <= MAX_QUERY,
});

export interface PageKey extends CacheKey {
  /** False when a parameter holds what no text has. */
  isReadable: boolean;
}

/**
 * Parameters that a page does not accept reach neither the key nor the page; all others reach the page, and where they
 * are many it is not cached. A page whose parameters are not known is sent the query as it is, and is not cached.
 */
export const pageKey = (
  path: string,
  query: string,
  accepted: readonly string[] | null,
): PageKey => {
  if (!accepted) {
    const isReadable = isStorable([...new URLSearchParams(query).values()]);
    return { ...toKey(path, query), isCacheable: false, isReadable };
  }
  const wanted = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(query)) {
    if (accepted.includes(name)) wanted.append(name, value);
  }
  const { target, isCacheable } = toKey(path, sorted(wanted));
  return {
    target,
    isCacheable: isCacheable && wanted.size <= MAX_PARAMS,
    isReadable: isStorable([...wanted.values()]),
  };
};

/** A JSON read takes every parameter that it declares; a long or crowded query gets its response, which is never cached. */
export const readKey = (path: string, query: string, accepted: readonly string[]): CacheKey => {
  if (query === '' || accepted.length === 0) return toKey(path, '');
  const params = new URLSearchParams(query);
  for (const name of new Set(params.keys())) if (!accepted.includes(name)) params.delete(name);
  const { target, isCacheable } = toKey(path, sorted(params));
  return { target, isCacheable: isCacheable && params.size <= MAX_PARAMS };
};
