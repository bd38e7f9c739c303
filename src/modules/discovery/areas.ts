import type { TypeSite } from '#site/type-site.ts';

/** A page of the site that is not an item: its name on a social card and in llms.txt. */
export interface Area {
  path: string;
  kind: string;
  title: string;
  text: string;
}

export const HOME = {
  path: '/',
  kind: 'Independent guide',
  title: 'Family office software, described from its sources',
  text: 'An independent guide and directory of software for family offices: vendor profiles with sources, side-by-side comparisons, buyer’s guides, definitions and news.',
} as const satisfies Area;

/** Lists and tools, in the order in which a reader meets them. */
export const areasOf = (sites: readonly TypeSite[]): Area[] =>
  sites.flatMap(({ folder, area }) => (area ? [{ path: folder, ...area }] : []));
