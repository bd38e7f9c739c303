import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query';
import { useLoaderData, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { stringifySearch } from '#platform/stringify-search.ts';

/** For filter forms: the shown list stays until the next response is there, or for good if it fails. */
export const useKeptQuery = <Data, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Data, Key>,
) => {
  const { data, isPlaceholderData, isError } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  });
  const [kept, setKept] = useState(data);
  if (data !== undefined && data !== kept) setKept(data);
  return { data: data ?? kept, isOld: isPlaceholderData, hasFailed: isError };
};

interface FilteredList<List, Key extends QueryKey, Search> {
  query: UseQueryOptions<List, Error, List, Key>;
  search: Search;
  /** Another call that the same filters need has failed. */
  hasPartFailed?: boolean;
}

/**
 * A list with filters. Another filter waits for nothing: its loader (`cause === 'stay'`) returns what is there, and the page
 * keeps the list before it until the next one comes. The router makes a head when it opens an address, so the address of
 * a late list is opened once more: the loader finds the list, and nothing is asked for twice. (`router.invalidate()`
 * would scroll.) A filter whose list cannot be had is taken back, and `isRefused` until another one is chosen.
 */
export const useFilteredList = <List, Key extends QueryKey, Search extends object>({
  query,
  search,
  hasPartFailed = false,
}: FilteredList<List, Key, Search>) => {
  const router = useRouter();
  const loaded = useLoaderData({ strict: false });
  const { data, isOld, hasFailed: hasListFailed } = useKeptQuery(query);
  const hasFailed = hasListFailed || hasPartFailed;
  const isLate = !loaded && data !== undefined && !isOld && !hasFailed;
  useEffect(() => {
    if (!isLate) return;
    const { href } = router.latestLocation;
    void router.navigate({ href, replace: true, resetScroll: false });
  }, [router, isLate]);

  const shown = useRef(search);
  const [isRefused, setRefused] = useState(false);
  const refuse = useEffectEvent((last: Search) => {
    const href = router.latestLocation.pathname + stringifySearch({ ...last });
    void router.navigate({ href, replace: true, resetScroll: false });
  });
  useEffect(() => {
    if (hasFailed) {
      setRefused(true);
      if (shown.current !== search) refuse(shown.current);
    } else if (isOld) setRefused(false);
    else shown.current = search;
  }, [hasFailed, isOld, search]);
  return { data, isOld, isRefused };
};

/** The navigation to another choice of filters: each is a step back, the letters of one word are not. */
export const stepTo = <Search extends { q?: string | undefined }>(now: Search, next: Search) => ({
  search: next,
  replace: Boolean(now.q) && next.q !== now.q,
  resetScroll: false,
});
