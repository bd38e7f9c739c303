import { listParam, pageParam, searchReader, textParam } from '#site/search-params.ts';

/** More than one screen holds, so that the page can say that it leaves some out. */
const MAX_READ = 100;

const manyParam = (value: unknown) => listParam(value, MAX_READ);

export const readMatrixSearch = searchReader({
  category: textParam,
  /** Chosen features, in place of a category; then chosen vendors. */
  f: manyParam,
  v: manyParam,
  page: pageParam,
});

export type MatrixSearch = ReturnType<typeof readMatrixSearch>;
