import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { keepsPlace } from '#site/api/queries.ts';

/**
 * A list with filters. Another filter waits for nothing: its loader (`cause === 'stay'`) returns what is there, and the page
 * keeps the list before it until the next one comes. The router makes a head when it opens an address, so the address of
 * a late list is opened once more: the loader finds the list, and nothing is asked for twice. (`router.invalidate()`
 * would scroll.)
 */
export const useFilteredList = <List, Key extends QueryKey>(
  query: UseQueryOptions<List, Error, List, Key>,
  loaded: unknown,
) => {
  const router = useRouter();
  const result = useQuery({ ...query, ...keepsPlace });
  const isLate = !loaded && !result.isPlaceholderData;
  useEffect(() => {
    if (!isLate) return;
    const { href } = router.latestLocation;
    void router.navigate({ href, replace: true, resetScroll: false });
  }, [router, isLate]);
  return result;
};
