import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NO_CATEGORY } from '#platform/words.ts';
import { pageParam, searchReader, textParam } from '#site/search-params.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ChipLink } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { HiddenFields } from '#ui/hidden-fields.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { listRoute, type PartsInfo, type Query } from './list-page.tsx';
import { loadPage } from './list-route.ts';
import { FilterRefused, ListPages } from './list-states.tsx';
import { PageFrame } from './page-frame.tsx';
import { useFilters } from './use-filters.ts';

const read = searchReader({ q: textParam, category: textParam, page: pageParam });

export type CategorySearch = ReturnType<typeof read>;

interface Category {
  category: string;
  /** How many items it has; for a list that counts them. */
  count?: number;
}

interface CategoryListInfo<Item, Entry, Data>
  extends PartsInfo<Item, Entry, CategorySearch, CategorySearch> {
  /** The call that tells the categories, and what it tells. */
  categories: {
    query: (search: CategorySearch) => Query<Data>;
    of: (data: Data, search: CategorySearch) => readonly Category[];
  };
  field: { label: string; placeholder?: string };
  /** How many there are, said aloud above the list. */
  sayTotal?: (total: number) => string;
  /** Where the filters leave nothing, and where there is nothing to filter. */
  nothing: { title: string; text: string; reset?: string };
  empty?: string;
}

/** Draws a category, its items on this page, and how many it has in all. */
type Draw<Item> = (category: string, items: readonly Item[], count: number) => ReactNode;

const isFiltered = ({ q, category }: CategorySearch) => Boolean(q || category);

/** The page of a list that can be searched by words and narrowed to one category. */
export const categoryList = <Item extends { category: string | null }, Entry, Data>(
  info: CategoryListInfo<Item, Entry, Data>,
) => {
  const { query, categories, size, nothing, empty, field, sayTotal } = info;
  const list = {
    ...info,
    isFiltered,
    read,
    load: async (queryClient: QueryClient, search: CategorySearch) => {
      const [found] = await Promise.all([
        loadPage(queryClient.ensureQueryData(query(search)), search),
        queryClient.ensureQueryData(categories.query(search)),
      ]);
      return info.entriesOf(found.items);
    },
  };

  const Page = ({ children }: { children: Draw<Item> }) => {
    const shown: CategorySearch = useSearch({ strict: false });
    const { items, total } = useSuspenseQuery(query(shown)).data;
    const { data: told } = useSuspenseQuery(categories.query(shown));
    const filters = useFilters(list, shown);
    if (empty && total === 0 && !isFiltered(shown)) {
      return (
        <PageFrame page={list}>
          <EmptyState text={empty} />
        </PageFrame>
      );
    }
    const all = categories.of(told, shown);
    const groups = Map.groupBy(items, ({ category }) => category || NO_CATEGORY);
    return (
      <PageFrame page={list}>
        <CategoryFilters {...field} path={list.path} filters={filters} categories={all} />
        {filters.isRefused && <FilterRefused />}
        <div className="mt-5 mb-10">{sayTotal && <LiveCount>{sayTotal(total)}</LiveCount>}</div>
        {items.length === 0 ? (
          <EmptyState
            {...nothing}
            action={nothing.reset && <ButtonLink href={list.path}>{nothing.reset}</ButtonLink>}
          />
        ) : (
          <div aria-busy={filters.isOld} className="space-y-12 aria-busy:opacity-60">
            {Array.from(groups, ([category, some]) => {
              const { count = some.length } = all.find((one) => one.category === category) ?? {};
              return children(category, some, count);
            })}
          </div>
        )}
        <ListPages list={list} search={shown} total={total} size={size} />
      </PageFrame>
    );
  };
  return { route: listRoute(list), Page };
};

interface CategoryFiltersProps {
  label: string;
  placeholder?: string;
  path: string;
  filters: ReturnType<typeof useFilters<unknown, CategorySearch>>;
  categories: readonly Category[];
}

/** A GET form and links, which script makes instant. */
function CategoryFilters(props: CategoryFiltersProps) {
  const { label, placeholder, path, filters, categories } = props;
  const { q, category: chosen } = filters.search;
  const counts = categories.flatMap(({ count }) => count ?? []);
  const total = counts.length > 0 ? { count: counts.reduce((sum, count) => sum + count, 0) } : {};
  return (
    <div className="no-print grid grid-cols-1 gap-5 border-t border-heavy pt-5">
      <search>
        <form {...filters.form} action={path} className="flex items-end gap-3">
          <SearchField
            {...filters.field}
            label={label}
            showLabel={placeholder === undefined}
            placeholder={placeholder}
            className="max-w-xl flex-1"
          />
          <HiddenFields values={{ category: chosen }} />
          <Button type="submit">Search</Button>
        </form>
      </search>
      {(categories.length > 0 || chosen) && (
        <nav aria-label="Categories">
          <ul className="flex gap-2 max-md:-mx-5 max-md:overflow-x-auto max-md:px-5 max-md:py-1 md:flex-wrap [&>li]:shrink-0">
            {[{ ...total, category: undefined }, ...categories].map(({ category, ...count }) => (
              <li key={category ?? ''}>
                <ChipLink
                  {...count}
                  {...filters.linkTo({ q, category })}
                  selected={category === chosen}
                >
                  {category ?? 'All Categories'}
                </ChipLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
