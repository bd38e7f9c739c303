import { hrefTo } from '#client/href-to.ts';

/** Which collection each type of page that a hub names is. */
export const HUB_COLLECTIONS = {
  faq: 'faq',
  glossary: 'glossary',
  service: 'services',
  type: 'types',
} as const;

export type HubType = keyof typeof HUB_COLLECTIONS;

/** Where a page that a hub names stands on the site. */
export const hubPath = (type: HubType, slug: string) =>
  hrefTo(`/${HUB_COLLECTIONS[type]}/$slug`, { slug });
