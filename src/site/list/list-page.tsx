import {
  type QueryClient,
  type UseSuspenseQueryOptions,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListPage } from '#client/api-client.ts';
import {
  type ListHead,
  type ListInfo,
  listHead,
  loadPage,
  type PageSearch,
  readPageSearch,
} from './list-route.ts';
import { ListError, Listed, NoSuchPage } from './list-states.tsx';
import { ListLoading } from './page-frame.tsx';

export interface ListPageInfo<Entry, Search>
  extends ListInfo,
    Omit<ListHead<Entry, Search>, 'list'> {
  /** What stands in its place when it could not be read, and where a visitor can go on meanwhile. */
  error: string;
  way?: { href: string; label: string };
  /** How many cards hold its room until it is there, in how many columns. */
  skeleton?: { count?: number; columns?: 2 | 3; picture?: boolean };
}

/** What all lists have as routes; `route` is spread into a route's options, beside its component. */
export const listStates = <Entry, Search extends PageSearch>(
  page: ListPageInfo<Entry, Search>,
) => ({
  head: listHead({ ...page, list: page }),
  pendingComponent: () => <ListLoading list={page} {...page.skeleton} />,
  errorComponent: () => (
    <ListError list={page} way={page.way}>
      {page.error}
    </ListError>
  ),
  notFoundComponent: () => <NoSuchPage list={page} />,
});

interface PagedInfo<Item, Entry> extends ListPageInfo<Entry, PageSearch> {
  size: number;
  empty: string;
  emptyTitle?: string;
  query: (
    page?: number,
  ) => UseSuspenseQueryOptions<ListPage<Item>, Error, ListPage<Item>, string[]>;
  /** What its structured data names. */
  entriesOf: (items: readonly Item[]) => readonly Entry[] | undefined;
}

type Draw<Item> = (items: readonly Item[], page?: number) => ReactNode;

interface ListLoad {
  context: { queryClient: QueryClient };
  deps: PageSearch;
}

/** The page of a list that nothing narrows. */
export const pagedList = <Item, Entry>(list: PagedInfo<Item, Entry>) => {
  const { query, size, empty, emptyTitle } = list;
  return {
    route: {
      ...listStates(list),
      validateSearch: readPageSearch,
      loaderDeps: ({ search }: { search: PageSearch }) => ({ page: search.page }),
      loader: async ({ context: { queryClient }, deps }: ListLoad) => {
        const { items } = await loadPage(queryClient.ensureQueryData(query(deps.page)), deps);
        return list.entriesOf(items);
      },
    },
    /** Its frame, with what `children` makes of the items, and below them what `after` does. */
    Page: ({ children, after }: { children: Draw<Item>; after?: Draw<Item> }) => {
      const search = useSearch({ strict: false });
      const { data } = useSuspenseQuery(query(search.page));
      return (
        <Listed
          {...{ list, search, size, empty, emptyTitle }}
          found={data}
          after={after?.(data.items)}
        >
          {children(data.items, search.page)}
        </Listed>
      );
    },
  };
};
