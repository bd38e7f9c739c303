import type { QueryClient } from '@tanstack/react-query';
import { PAGE_SIZE as FAQ_SIZE } from '#content/faq/site.ts';
import { glossaryListQuery } from '#content/glossary/glossary.query.ts';
import { PAGE_SIZE as SERVICES_SIZE } from '#content/services/site.ts';
import { listQuery } from '#site/api/queries.ts';

/** The most that the home page shows of them. */
export const BANNERS = 10;

/** Banners and the first pages of FAQ, services and glossary, once the browser has nothing to do. */
export const prefetchWhenIdle = (queryClient: QueryClient): (() => void) => {
  const prefetch = () => {
    void queryClient.prefetchQuery(listQuery('cta-banners', { limit: BANNERS }));
    void queryClient.prefetchQuery(listQuery('faq', { limit: FAQ_SIZE }));
    void queryClient.prefetchQuery(listQuery('services', { limit: SERVICES_SIZE }));
    void queryClient.prefetchQuery(glossaryListQuery());
  };
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(prefetch, 1000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(prefetch, { timeout: 4000 });
  return () => cancelIdleCallback(handle);
};
