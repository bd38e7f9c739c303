import { POPULAR_PAIRS } from '../site.ts';

const POPULAR = new Set<string>(POPULAR_PAIRS);

/** Whether a pair, in either order, is one of the fixed ones. */
export const isPopular = (pair: string) =>
  [pair, pair.split('-vs-').toReversed().join('-vs-')].some((one) => POPULAR.has(one));
