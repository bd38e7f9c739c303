import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { stringifySearch } from '#platform/stringify-search.ts';
import { NO_CATEGORY } from '#platform/words.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ChipLink } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { HiddenFields } from '#ui/hidden-fields.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { SearchField } from '#ui/search-field.tsx';
import {
  type Category,
  type CategoryListInfo,
  type CategorySearch,
  isNarrowed,
  readCategorySearch,
} from './category-list.ts';
import { FilterRefused, ListPages, NoSuchPage } from './list-states.tsx';
import { ListLoading, PageFrame } from './page-frame.tsx';
import { useFilterForm } from './use-filter-form.ts';
import { stepTo, useFilteredList, useKeptQuery } from './use-filtered-list.ts';

interface CategoryListPageProps<Item, Entry, Data> {
  list: CategoryListInfo<Item, Entry, Data>;
  /** What it makes of a category, its items on this page, and how many it has in all. */
  children: (category: string, items: readonly Item[], count: number) => ReactNode;
}

/** A list by category, below its filters. */
export function CategoryListPage<Item extends { category: string | null }, Entry, Data>({
  list,
  children,
}: CategoryListPageProps<Item, Entry, Data>) {
  const { query, categories, size, nothing, empty, field, sayTotal } = list;
  const search: CategorySearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const told = useKeptQuery(categories.query(search));
  const { data, isOld, isRefused } = useFilteredList({
    query: query(search),
    search,
    hasPartFailed: told.hasFailed,
  });
  if (!data || told.data === undefined) return <ListLoading list={list} {...list.skeleton} />;
  const { items, total } = data;
  if (search.page && items.length === 0) return <NoSuchPage list={list} />;
  if (empty && total === 0 && !isNarrowed(search)) {
    return (
      <PageFrame page={list}>
        <EmptyState text={empty} />
      </PageFrame>
    );
  }
  const all = categories.of(told.data, search);
  const groups = Map.groupBy(items, ({ category }) => category || NO_CATEGORY);
  return (
    <PageFrame page={list}>
      <CategoryFilters
        {...field}
        path={list.path}
        search={search}
        categories={all}
        onChange={(next) => void navigate({ to: list.path, ...stepTo(search, next) })}
      />
      {isRefused && <FilterRefused />}
      <div className="mt-5 mb-10">{sayTotal && <LiveCount>{sayTotal(total)}</LiveCount>}</div>
      {items.length === 0 ? (
        <EmptyState
          {...nothing}
          action={nothing.reset && <ButtonLink href={list.path}>{nothing.reset}</ButtonLink>}
        />
      ) : (
        <div aria-busy={isOld} className="space-y-12 aria-busy:opacity-60">
          {Array.from(groups, ([category, some]) =>
            children(
              category,
              some,
              all.find((one) => one.category === category)?.count ?? some.length,
            ),
          )}
        </div>
      )}
      <ListPages {...{ list, search, total, size }} />
    </PageFrame>
  );
}

interface CategoryFiltersProps {
  label: string;
  placeholder?: string;
  path: string;
  search: CategorySearch;
  categories: readonly Category[];
  onChange(search: CategorySearch): void;
}

/** A GET form and links, which script makes instant. */
function CategoryFilters(props: CategoryFiltersProps) {
  const { label, placeholder, path, search, categories, onChange } = props;
  const { q, category: chosen } = search;
  const { form, field } = useFilterForm({ search, read: readCategorySearch, onChange });
  const counts = categories.flatMap(({ count }) => count ?? []);
  const total = counts.length > 0 ? { count: counts.reduce((sum, count) => sum + count, 0) } : {};
  return (
    <div className="no-print grid grid-cols-1 gap-5 border-t border-heavy pt-5">
      <search>
        <form {...form} action={path} className="flex items-end gap-3">
          <SearchField
            {...field}
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
                  href={path + stringifySearch({ q, category })}
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
