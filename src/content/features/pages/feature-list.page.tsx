import { createFileRoute } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import type { CardResponse, ResponseOf } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { counted } from '#platform/words.ts';
import { listQuery, partOf, pathQuery } from '#site/api/queries.ts';
import { collectionLd } from '#site/head/page-head.ts';
import { CategoryChips } from '#site/list/category-chips.tsx';
import {
  type CategorySearch,
  groupByCategory,
  isNarrowed,
  readCategorySearch,
} from '#site/list/category-search.ts';
import { type ListInfo, linksOf, listHead, loadPage } from '#site/list/list-route.ts';
import { FilterRefused, ListError, ListPages, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading, PageFrame } from '#site/list/page-frame.tsx';
import { stepTo, useFilteredList, useKeptQuery } from '#site/list/use-filtered-list.ts';
import { formSearch, textParam } from '#site/search-params.ts';
import { useEarlyInput } from '#site/use-early-input.ts';
import { Button } from '#ui/button.tsx';
import { CoverLink } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IndexGroup } from '#ui/index-group.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { useTypedSearch } from '#ui/use-debounced.ts';

const LIST: ListInfo = {
  path: '/features',
  title: 'Family Office Software Features',
  description:
    'What family office software does, feature by feature: 79 features across 11 categories, each with what good looks like and the questions to ask a vendor.',
  lead: '79 features across 11 categories: what each does, why an office needs it, and what to ask before believing a demonstration.',
  actions: [{ href: hrefTo('/features/matrix'), label: 'Who documents what' }],
};
const PER_PAGE = 120;

const featuresQuery = ({ q, category, page }: CategorySearch) =>
  listQuery('features', { q, category, ...partOf(page, PER_PAGE) });
const categoriesQuery = ({ q }: CategorySearch) => pathQuery('/api/feature-categories', { q });

export const Route = createFileRoute('/features')({
  validateSearch: readCategorySearch,
  loaderDeps: ({ search }) => readCategorySearch(search),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // Another filter waits for nothing: useFilteredList.
    if (cause === 'stay')
      return linksOf('/features', queryClient.getQueryData(featuresQuery(deps).queryKey));
    const [features] = await Promise.all([
      loadPage(queryClient.ensureQueryData(featuresQuery(deps)), deps),
      queryClient.ensureQueryData(categoriesQuery(deps)),
    ]);
    return linksOf('/features', features);
  },
  head: listHead({ list: LIST, jsonLd: collectionLd, isFiltered: isNarrowed }),
  component: FeatureListPage,
  pendingComponent: () => <ListLoading list={LIST} />,
  errorComponent: () => (
    <ListError list={LIST} way={{ href: hrefTo('/vendors'), label: 'Browse vendors' }}>
      Error loading features. Please try again later.
    </ListError>
  ),
  notFoundComponent: () => <NoSuchPage list={LIST} />,
});

function FeatureListPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: categories, hasFailed: hasPartFailed } = useKeptQuery(categoriesQuery(search));
  const {
    data: list,
    isOld,
    isRefused,
  } = useFilteredList({
    query: featuresQuery(search),
    loaded: Route.useLoaderData(),
    search,
    hasPartFailed,
    onRefuse: (shown) => navigate({ search: shown, replace: true, resetScroll: false }),
  });
  if (!list || !categories) return <ListLoading list={LIST} />;
  if (search.page && list.items.length === 0) return <NoSuchPage list={LIST} />;
  return (
    <PageFrame page={LIST}>
      <FeatureFilters
        search={search}
        categories={categories}
        onChange={(next) => navigate(stepTo(search, next))}
      />
      {isRefused && <FilterRefused />}
      <div className="mt-5 mb-10">
        <LiveCount>{counted(list.total, 'feature', 'features')}</LiveCount>
      </div>
      {list.items.length === 0 ? (
        <EmptyState title="No features found" text="Try adjusting your search criteria." />
      ) : (
        <div aria-busy={isOld} className="space-y-12 aria-busy:opacity-60">
          {groupByCategory(list.items).map(([category, features]) => (
            <FeatureGroup
              key={category}
              category={category}
              count={categories.find((one) => one.category === category)?.count ?? 0}
              features={features}
            />
          ))}
        </div>
      )}
      <ListPages list={LIST} search={search} total={list.total} size={PER_PAGE} />
    </PageFrame>
  );
}

interface FeatureGroupProps {
  category: string;
  /** Of the whole category, wherever this page of the list ends. */
  count: number;
  features: readonly CardResponse<'features'>[];
}

function FeatureGroup({ category, count, features }: FeatureGroupProps) {
  return (
    <IndexGroup
      title={category}
      count={counted(count, 'feature', 'features')}
      action={{
        href: hrefTo('/features/matrix', {}, { category }),
        label: 'Who documents what',
      }}
    >
      <ul aria-label={category}>
        {features.map(({ slug, name, description, importance, complexity }) => (
          <li
            key={slug}
            className="card group relative grid gap-x-8 gap-y-1 border-b border-line py-3.5 first:pt-0 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
          >
            <div>
              <h3 className="text-h4 font-semibold">
                <CoverLink href={hrefTo('/features/$slug', { slug })}>{name}</CoverLink>
              </h3>
              <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-faint">
                {importance && <span>{importance} Priority</span>}
                {complexity && <span>{complexity} Complexity</span>}
              </p>
            </div>
            <p className="line-clamp-3 text-sm text-soft">{description}</p>
          </li>
        ))}
      </ul>
    </IndexGroup>
  );
}

interface FeatureFiltersProps {
  search: CategorySearch;
  categories: ResponseOf<'get', '/api/feature-categories'>;
  onChange(search: CategorySearch): void;
}

function FeatureFilters({ search, categories, onChange }: FeatureFiltersProps) {
  const [text, setText] = useTypedSearch(search.q, (q) =>
    onChange({ ...search, q, page: undefined }),
  );
  const apply = (form: HTMLFormElement) => {
    const q = textParam(formSearch(form).q);
    setText(q ?? '');
    onChange({ ...search, q: q?.trim(), page: undefined });
  };
  const form = useEarlyInput(apply);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(event.currentTarget);
  };

  return (
    <div className="no-print grid grid-cols-1 gap-5 border-t border-heavy pt-5">
      <search>
        <form
          ref={form}
          action={hrefTo('/features')}
          method="get"
          autoComplete="off"
          onSubmit={submit}
          className="flex items-end gap-3"
        >
          <SearchField
            label="Search features"
            name="q"
            value={text}
            placeholder="Search features..."
            onChange={(event) => setText(event.target.value)}
            className="max-w-xl flex-1"
          />
          {search.category && <input type="hidden" name="category" value={search.category} />}
          <Button type="submit">Search</Button>
        </form>
      </search>
      <CategoryChips
        categories={categories}
        total={categories.reduce((sum, { count }) => sum + count, 0)}
        chosen={search.category}
        hrefFor={(category) => hrefTo('/features', {}, { q: search.q, category })}
      />
    </div>
  );
}
