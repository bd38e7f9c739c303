const MAX_QUERY = 512;
const MAX_PARAMS = 20;

const sorted = (params: URLSearchParams): string => {
  params.sort();
  return params.toString();
};

export interface CacheKey {
  /** The target that is rendered, and the key when it is kept. */
  target: string;
  isKept: boolean;
}

const toKey = (path: string, query: string): CacheKey => ({
  target: query === '' ? path : `${path}?${query}`,
  isKept: query.length <= MAX_QUERY,
});

/** What a page does not know cannot change it: such parameters reach neither the key nor the page. */
export const pageKey = (path: string, query: string, known: readonly string[]): CacheKey => {
  if (query === '' || known.length === 0) return toKey(path, '');
  const wanted = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(query)) {
    if (known.includes(name) && wanted.size < MAX_PARAMS) wanted.append(name, value);
  }
  return toKey(path, sorted(wanted));
};

/** A JSON read takes every parameter; a long or crowded query is answered, but never kept. */
export const readKey = (path: string, query: string): CacheKey => {
  if (query === '') return toKey(path, '');
  const params = new URLSearchParams(query);
  if (query.length > MAX_QUERY || params.size > MAX_PARAMS) {
    return { target: `${path}?${query}`, isKept: false };
  }
  return toKey(path, sorted(params));
};
