import type { QueryClient, UseQueryOptions } from '@tanstack/react-query';
import type { ListPage } from '#client/api-client.ts';
import { pageParam, searchReader, textParam } from '#site/search-params.ts';
import { type ListPageInfo, listStates } from './list-page.tsx';
import { loadPage } from './list-route.ts';

export const readCategorySearch = searchReader({
  q: textParam,
  category: textParam,
  page: pageParam,
});

export type CategorySearch = ReturnType<typeof readCategorySearch>;

type Read<Data> = UseQueryOptions<Data, Error, Data, string[]>;

export interface Category {
  category: string;
  /** How many items it has; for a list that counts them. */
  count?: number;
}

export interface CategoryListInfo<Item, Entry, Data> extends ListPageInfo<Entry, CategorySearch> {
  size: number;
  query: (search: CategorySearch) => Read<ListPage<Item>>;
  /** The call that tells the categories, and what it tells. */
  categories: {
    query: (search: CategorySearch) => Read<Data>;
    of: (data: Data, search: CategorySearch) => readonly Category[];
  };
  /** What its structured data names. */
  entriesOf: (items: readonly Item[]) => readonly Entry[] | undefined;
  field: { label: string; placeholder?: string };
  /** How many there are, said aloud above the list. */
  sayTotal?: (total: number) => string;
  /** Where the filters leave nothing, and where there is nothing to filter. */
  nothing: { title: string; text: string; reset?: string };
  empty?: string;
}

interface ListLoad {
  context: { queryClient: QueryClient };
  deps: CategorySearch;
  cause: string;
}

export const isNarrowed = ({ q, category }: CategorySearch) => Boolean(q || category);

/** A list that can be searched by words and narrowed to one category; `CategoryListPage` shows it. */
export const categoryList = <Item, Entry, Data>(
  info: Omit<CategoryListInfo<Item, Entry, Data>, 'isFiltered'>,
) => {
  const { query, categories } = info;
  const list: CategoryListInfo<Item, Entry, Data> = { ...info, isFiltered: isNarrowed };
  return {
    list,
    route: {
      ...listStates(list),
      validateSearch: readCategorySearch,
      loaderDeps: ({ search }: { search: CategorySearch }) => readCategorySearch(search),
      loader: async ({ context: { queryClient }, deps, cause }: ListLoad) => {
        // Another filter waits for nothing: useFilteredList.
        if (cause === 'stay') {
          const known = queryClient.getQueryData<ListPage<Item>>(query(deps).queryKey);
          return known && info.entriesOf(known.items);
        }
        const [found] = await Promise.all([
          loadPage(queryClient.ensureQueryData(query(deps)), deps),
          queryClient.ensureQueryData(categories.query(deps)),
        ]);
        return info.entriesOf(found.items);
      },
    },
  };
};
