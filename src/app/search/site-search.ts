import { textParam } from '#site/search-params.ts';

export interface SiteSearch {
  q?: string | undefined;
  kind?: string | undefined;
  exact?: 'true' | undefined;
}

/** What the address of a search says. */
export const readSearch = (search: Record<string, unknown>): SiteSearch => ({
  q: textParam(search.q)?.trim() || undefined,
  kind: textParam(search.kind),
  exact: textParam(search.exact) === 'true' ? 'true' : undefined,
});
