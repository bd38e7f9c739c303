import type { AnyRoute } from '@tanstack/react-router';

/** The parameters that a route takes from an address; null where its validator takes the address as a whole. */
const paramsOf = (validateSearch: unknown): readonly string[] | null => {
  if (validateSearch === undefined) return [];
  // A schema that names its fields, as zod's does.
  if (typeof validateSearch === 'object' && validateSearch !== null && 'shape' in validateSearch) {
    return Object.keys(validateSearch.shape ?? {});
  }
  if (typeof validateSearch !== 'function') return null;
  const read = new Set<string>();
  let isWhole = false;
  const address = new Proxy(
    {},
    {
      get: (_, name) => void read.add(String(name)),
      has: (_, name) => read.add(String(name)) && false,
      ownKeys: () => {
        isWhole = true;
        return [];
      },
    },
  );
  try {
    validateSearch(address);
  } catch {
    return null;
  }
  return isWhole ? null : [...read];
};

const toPattern = (path: string) =>
  new RegExp(
    `^${path
      .split('/')
      .map((part) => {
        if (part === '$') return '.*';
        return part.startsWith('$') ? '[^/]+' : part.replace(/[.*+?^{}()|[\]\\]/g, '\\$&');
      })
      .join('/')}$`,
  );

const pathOf = ({ options }: AnyRoute): string =>
  'path' in options && typeof options.path === 'string' ? options.path : '';

const variablesIn = (path: string) => path.split('$').length;

/**
 * Reads from the routes themselves which query parameters the page at a path reads: the page cache ignores all others.
 * An address without a page reads none; for a route that does not tell, null: its page is rendered for each request.
 */
export const describePageParams = (routeTree: AnyRoute) => {
  const routes: { path: string; pattern: RegExp; params: readonly string[] | null }[] = [];
  const walk = (route: AnyRoute, path: string, above: readonly string[] | null) => {
    const own = paramsOf(route.options.validateSearch);
    const params = above && own && [...above, ...own];
    const place = `${path}${pathOf(route)}`.replace(/(?<=.)\/$/, '');
    const children: AnyRoute[] = Object.values(route.children ?? {});
    if (children.length === 0) routes.push({ path: place, pattern: toPattern(place), params });
    for (const child of children) walk(child, place.replace(/\/$/, ''), params);
  };
  walk(routeTree, '', []);
  // Literal paths match before paths with variables.
  routes.sort((a, b) => variablesIn(a.path) - variablesIn(b.path));
  return (path: string): readonly string[] | null => {
    const route = routes.find(({ pattern }) => pattern.test(path));
    return route ? route.params : [];
  };
};
