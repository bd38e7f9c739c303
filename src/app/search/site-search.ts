import { searchReader, textParam, trueParam } from '#site/search-params.ts';

export const readSearch = searchReader((search) => ({
  q: textParam(search.q)?.trim() || undefined,
  kind: textParam(search.kind),
  exact: trueParam(search.exact),
}));

export type SiteSearch = ReturnType<typeof readSearch>;
