import { searchReader, textParam, trueParam } from '#site/search-params.ts';

export const readSearch = searchReader({
  q: (value) => textParam(value)?.trim() || undefined,
  kind: textParam,
  exact: trueParam,
});

export type SiteSearch = ReturnType<typeof readSearch>;
