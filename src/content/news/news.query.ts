import { queryOptions } from '@tanstack/react-query';
import type { ListParams } from '#client/api-calls.ts';
import { cardsPath } from '#client/api-client.ts';
import { apiCards } from '#site/api/api-client.ts';

const RETRIES = 3;

/** News is always stale, fetched again on every mount, and tried up to three times more. */
export const newsListQuery = (params?: ListParams<'news'>) =>
  queryOptions({
    queryKey: [cardsPath('news', params)],
    queryFn: async () => {
      try {
        return await apiCards('news', params);
      } catch (cause) {
        throw new Error('Failed to fetch news articles', { cause });
      }
    },
    staleTime: 0,
    refetchOnMount: 'always',
    retry: import.meta.env.SSR ? 0 : RETRIES,
  });
