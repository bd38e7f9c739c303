import type { QueryClient } from '@tanstack/react-query';
import type { CollectionName, ListParams } from '#client/api-calls.ts';
import { PAGE_SIZE as FAQ_SIZE } from '#content/faq/site.ts';
import { PAGE_SIZE as GLOSSARY_SIZE } from '#content/glossary/site.ts';
import { PAGE_SIZE as SERVICES_SIZE } from '#content/services/site.ts';
import { listQuery } from '#site/api/queries.ts';

/** The most that the home page shows of them. */
export const BANNERS = 10;

const FIRST_PAGES: readonly [CollectionName, ListParams<CollectionName>][] = [
  ['cta-banners', { limit: BANNERS }],
  ['faq', { limit: FAQ_SIZE }],
  ['services', { limit: SERVICES_SIZE }],
  ['glossary', { limit: GLOSSARY_SIZE, sort: 'term' }],
];

/** Banners and the first pages of FAQ, services and glossary, once the browser has nothing to do. */
export const prefetchWhenIdle = (queryClient: QueryClient): (() => void) => {
  const prefetch = () => {
    for (const [name, params] of FIRST_PAGES)
      void queryClient.prefetchQuery(listQuery(name, params));
  };
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(prefetch, 1000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(prefetch, { timeout: 4000 });
  return () => cancelIdleCallback(handle);
};
