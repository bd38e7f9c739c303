import { type AnyRoute, createRouter } from '@tanstack/react-router';
import * as z from 'zod';
import { PARAMS } from '#site/search-params.ts';

/** A schema that passes on the fields that it names, and nothing else. */
const isClosed = (validator: unknown): validator is z.ZodObject =>
  validator instanceof z.ZodObject &&
  (validator.def.catchall === undefined || validator.def.catchall instanceof z.ZodNever);

/** The parameters that a route takes from an address; null where they may depend on the address itself. */
const paramsOf = ({ options }: AnyRoute): readonly string[] | null => {
  const { validateSearch, search, preSearchFilters, postSearchFilters } = options;
  if (search || preSearchFilters || postSearchFilters) return null;
  if (validateSearch === undefined) return [];
  if (isClosed(validateSearch)) return Object.keys(validateSearch.shape);
  // Functions of `searchReader` alone name what they read; others may read more under a condition.
  return validateSearch[PARAMS] ?? null;
};

/**
 * Reads from the routes themselves which query parameters the page at a path reads: the page cache ignores all others.
 * An address without a page reads none; for a route that does not tell, null: its page is rendered for each request.
 */
export const describePageParams = (routeTree: AnyRoute) => {
  const { getMatchedRoutes } = createRouter({ routeTree });
  return (path: string): readonly string[] | null => {
    const [routes] = getMatchedRoutes(path);
    const params = routes.map(paramsOf);
    return params.includes(null) ? null : params.flatMap((names) => names ?? []);
  };
};
