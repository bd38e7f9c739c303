import { joinSlugs, POPULAR_PAIRS, partsOfAddress } from '../site.ts';

const POPULAR = new Set<string>(POPULAR_PAIRS);

/** Whether a pair, in either order, is one of the fixed ones. */
export const isPopular = (pair: string) =>
  [pair, joinSlugs(partsOfAddress(pair).toReversed())].some((one) => POPULAR.has(one));
