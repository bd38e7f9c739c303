import { listParam, pageParam, searchReader, textParam } from '#site/search-params.ts';

/** More than one screen holds, so that the page can say that it leaves some out. */
const MAX_READ = 100;

export const readMatrixSearch = searchReader((search) => ({
  category: textParam(search.category),
  /** Chosen features, in place of a category; then chosen vendors. */
  f: listParam(search.f, MAX_READ),
  v: listParam(search.v, MAX_READ),
  page: pageParam(search.page),
}));

export type MatrixSearch = ReturnType<typeof readMatrixSearch>;
