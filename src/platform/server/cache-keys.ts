import { isStorable } from '#platform/http/storable.ts';

const MAX_QUERY = 512;
const MAX_PARAMS = 20;

export interface CacheKey {
  /** The target that is rendered, and the key when it is cached. */
  target: string;
  isCacheable: boolean;
  /** False when a parameter holds what no text has. */
  isReadable: boolean;
}

/**
 * Parameters that a page or a read does not accept reach neither the key nor the one who makes it; all others do, and where
 * they are long or many it is not cached. A page whose parameters are not known is sent the query as it is, and is not cached.
 */
export const cacheKey = (
  path: string,
  query: string,
  accepted: readonly string[] | null,
): CacheKey => {
  const given = new URLSearchParams(query);
  const wanted = new URLSearchParams(
    accepted ? [...given].filter(([name]) => accepted.includes(name)) : given,
  );
  wanted.sort();
  const asked = accepted ? wanted.toString() : query;
  return {
    target: asked === '' ? path : `${path}?${asked}`,
    isCacheable: accepted !== null && asked.length <= MAX_QUERY && wanted.size <= MAX_PARAMS,
    isReadable: isStorable([...wanted.values()]),
  };
};
