import type { QueryClient } from '@tanstack/react-query';
import { listQuery } from './api/queries.ts';
import { FIRST_PAGES } from './first-pages.ts';

/** Banners and the first pages of FAQ, services and glossary, once the browser has nothing to do. */
export const prefetchWhenIdle = (queryClient: QueryClient): (() => void) => {
  const prefetch = () => {
    for (const { name, params } of FIRST_PAGES)
      void queryClient.prefetchQuery(listQuery(name, params));
  };
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(prefetch, 1000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(prefetch, { timeout: 4000 });
  return () => cancelIdleCallback(handle);
};
