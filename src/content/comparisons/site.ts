import { hrefTo } from '#client/href-to.ts';
import type { TypeSite } from '#site/type-site.ts';

/** Separates the slugs of an address; no vendor's slug has it. */
export const JOINT = '-vs-';

export const partsOfAddress = (address: string): string[] => address.split(JOINT);

export const joinSlugs = (slugs: readonly string[]): string => slugs.join(JOINT);

/** Where a comparison stands: a pair in the order asked for, three and four in one order alone. */
export const addressOf = (slugs: readonly string[]): string =>
  joinSlugs(slugs.length > 2 ? slugs.toSorted() : slugs);

/** One address per comparison: the slugs in alphabetical order. */
export const pairPath = (slugs: readonly string[]): string =>
  hrefTo('/compare/$pair', { pair: joinSlugs(slugs.toSorted()) });

/** Where comparisons that editors wrote have pages of their own. */
export const CURATED = '/comparisons';

export const comparisonsSite: TypeSite = {
  folder: '/compare',
  pages: {
    '/compare': 'compare-tool',
    '/compare/$pair': 'comparison',
    [`${CURATED}/$slug`]: 'curated-comparison',
  },
  // Any three or four of all vendors: more addresses than there are pages.
  composed: /-vs-.+-vs-/,
  canonicalOf: (slug) => pairPath(partsOfAddress(slug)),
  area: {
    kind: 'Tool',
    title: 'Compare Family Office Software',
    text: 'Two to four platforms side by side, row by row.',
  },
  nav: { label: 'Compare', header: 3, footer: 4 },
};

/** A wider table is unreadable, on paper or on a screen. */
export const MAX_COMPARED = 4;

/** Every way to read 'a-vs-b-vs-c' as two slugs. */
const splitsOf = (parts: readonly string[]): string[][] =>
  parts
    .slice(1)
    .map((_, index) => [joinSlugs(parts.slice(0, index + 1)), joinSlugs(parts.slice(index + 1))]);

/**
 * Every way to read 'a-vs-b-vs-c' as two to four slugs, as a pair first. Each way costs a look into the database, so a
 * longer address has none.
 */
export const readingsOf = (address: string): string[][] => {
  const parts = partsOfAddress(address);
  if (parts.length > MAX_COMPARED) return [];
  const readings = parts.length > 2 ? [...splitsOf(parts), parts] : splitsOf(parts);
  return readings.filter((slugs) => slugs.every(Boolean));
};
