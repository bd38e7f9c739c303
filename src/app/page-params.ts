import { siteList } from '#content/sites.ts';

const PARAMS = new Map<string, readonly string[]>([
  ...siteList.map(({ folder, params = [] }) => [folder, params] as const),
  ['/search', ['q', 'kind', 'exact']],
  ...siteList.map(({ folder, paramsBelow = [] }) => [`${folder}/*`, paramsBelow] as const),
  ['/auth', ['message', 'error']],
  ['/auth/reset', ['token']],
  ['/auth/invitation', ['token']],
]);

const COMPOSED = siteList.flatMap(({ folder, composed }) =>
  composed ? [{ folder, composed }] : [],
);

/** The query parameters that a page reads; the page cache ignores all others. */
export const pageParams = (path: string): readonly string[] =>
  PARAMS.get(path) ?? PARAMS.get(path.replace(/[^/]+$/, '*')) ?? [];

/** Whether visitors put such an address together themselves; what the API says of it is such an address too. */
export const isComposed = (path: string): boolean => {
  const place = path.replace(/^\/api(?=\/)/, '');
  return COMPOSED.some(
    ({ folder, composed }) => place.startsWith(`${folder}/`) && composed.test(place),
  );
};
