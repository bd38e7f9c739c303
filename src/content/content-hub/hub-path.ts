import { hrefTo } from '#client/href-to.ts';

export const HUB_COLLECTIONS = {
  faq: 'faq',
  glossary: 'glossary',
  service: 'services',
  type: 'types',
} as const;

export type HubType = keyof typeof HUB_COLLECTIONS;

export const hubPath = (type: HubType, slug: string) =>
  hrefTo(`/${HUB_COLLECTIONS[type]}/$slug`, { slug });
