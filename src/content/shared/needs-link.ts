import { hrefTo } from '#client/href-to.ts';

/** Where a page names features that a buyer may start from. */
export const START_FROM_THESE = 'Start from these needs';

export const hrefToNeeds = (features: readonly { slug: string }[]): string =>
  hrefTo('/needs', {}, { f: features.map(({ slug }) => slug) });
