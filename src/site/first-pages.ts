import type { ListParams } from './api/queries.ts';

/** How many items a page of each list shows; its first page is what start-up prefetches. */
export const PAGE_SIZE = { faq: 60, glossary: 120, services: 100, banners: 10 } as const;

export const FIRST_PAGES: readonly { name: string; params: ListParams }[] = [
  { name: 'cta-banners', params: { limit: PAGE_SIZE.banners } },
  { name: 'faq', params: { limit: PAGE_SIZE.faq } },
  { name: 'services', params: { limit: PAGE_SIZE.services } },
  { name: 'glossary', params: { limit: PAGE_SIZE.glossary, sort: 'term' } },
];
