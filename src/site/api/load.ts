import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { ApiError } from '#platform/api-error.ts';
import { apiGet } from './api-client.ts';

/** No redirect is stored for a longer address. */
const MAX_PATH = 500;

/** Loads what a page cannot do without; an address that has moved leads on, one that never was is 404. */
export const loadOrNotFound = async <T>(path: string, load: () => Promise<T>): Promise<T> => {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const missing = notFound({ data: error.json });
    if (path.length > MAX_PATH) throw missing;
    const { toPath } = await apiGet<{ toPath: string | null }>(
      `/api/redirect?path=${encodeURIComponent(path)}`,
    );
    if (toPath) throw redirect({ href: toPath, statusCode: 301 });
    throw missing;
  }
};

/** On the server a page waits for its lesser parts; in the browser they arrive by themselves. */
export const loadOnServer = async (
  queryClient: QueryClient,
  queries: readonly { queryKey: readonly unknown[] }[],
) => {
  if (!import.meta.env.SSR) return;
  await Promise.all(queries.map((query) => queryClient.prefetchQuery(query as FetchQueryOptions)));
};
