import { queryOptions } from '@tanstack/react-query';
import { createApiClient, orNullOn401 } from './api-client.ts';

const STALE_MS = 5 * 60 * 1000;

// Never on the server, which knows its visitor and hands them over with the page.
const { get } = createApiClient(
  (address) => fetch(address, { credentials: 'include' }),
  (response) => response.json(),
);

/** The signed-in user, in pages and panel; null when anonymous (spec, section 8). */
export const userQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: () => orNullOn401(get('/api/auth/user')),
  staleTime: STALE_MS,
});
