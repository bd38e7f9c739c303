import {
  type QueryClient,
  type UseSuspenseQueryOptions,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListPage } from '#client/api-client.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import {
  type ListHead,
  type ListInfo,
  listHead,
  loadPage,
  type PageSearch,
  readPageSearch,
} from './list-route.ts';
import { ListError, ListPages, NoSuchPage } from './list-states.tsx';
import { ListLoading, PageFrame } from './page-frame.tsx';

export interface ListPageInfo<Entry, Search>
  extends ListInfo,
    Omit<ListHead<Entry, Search>, 'list'> {
  /** Shown in its place when it could not be read, with the way on for a visitor meanwhile. */
  error: string;
  way?: { href: string; label: string };
  /** How many cards hold its room until it is there, in how many columns. */
  skeleton?: { count?: number; columns?: 2 | 3; picture?: boolean };
}

/** The options that the routes of all lists share; they are spread into a route's options, beside its component. */
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

export interface ListRouteInfo<Entry, Search> extends ListPageInfo<Entry, Search> {
  /** Its address, or the fields of its form. */
  read: (values: Record<string, unknown>) => Search;
  /** Fetches all that the page shows, and resolves to what its structured data names. */
  load: (queryClient: QueryClient, search: Search) => Promise<readonly Entry[]>;
}

interface ListLoad<Search> {
  context: { queryClient: QueryClient };
  deps: Search;
}

/** The same with the reading of its address, and its loader. */
export const listRoute = <Entry, Search extends PageSearch>(
  list: ListRouteInfo<Entry, Search>,
) => ({
  ...listStates(list),
  validateSearch: list.read,
  loaderDeps: ({ search }: { search: Search }) => list.read({ ...search }),
  loader: ({ context, deps }: ListLoad<Search>) => list.load(context.queryClient, deps),
});

export type Query<Data> = UseSuspenseQueryOptions<Data, Error, Data, string[]>;

/** A list that is fetched page by page. */
export interface PartsInfo<Item, Entry, Asked, Search = PageSearch>
  extends ListPageInfo<Entry, Search> {
  size: number;
  query: (asked: Asked) => Query<ListPage<Item>>;
  /** The items that its structured data names. */
  entriesOf: (items: readonly Item[]) => readonly Entry[];
}

interface PagedInfo<Item, Entry> extends PartsInfo<Item, Entry, number | undefined> {
  empty: string;
  emptyTitle?: string;
}

type Draw<Item> = (items: readonly Item[], page?: number) => ReactNode;

/** The page of a list that nothing narrows. */
export const pagedList = <Item, Entry>(list: PagedInfo<Item, Entry>) => {
  const { query, size, empty, emptyTitle } = list;
  return {
    route: listRoute({
      ...list,
      read: readPageSearch,
      load: async (queryClient, search) => {
        const { items } = await loadPage(queryClient.ensureQueryData(query(search.page)), search);
        return list.entriesOf(items);
      },
    }),
    /** Its frame, with what `children` makes of the items, and below them what `after` does. */
    Page: ({ children, after }: { children: Draw<Item>; after?: Draw<Item> }) => {
      const search: PageSearch = useSearch({ strict: false });
      const { items, total } = useSuspenseQuery(query(search.page)).data;
      return (
        <PageFrame page={list}>
          {items.length > 0 ? (
            children(items, search.page)
          ) : (
            <EmptyState title={emptyTitle} text={empty} />
          )}
          <ListPages list={list} search={search} total={total} size={size} />
          {after?.(items)}
        </PageFrame>
      );
    },
  };
};
