import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { keepsPlace, listQuery, partOf, pathQuery } from '#site/api/queries.ts';
import { collectionLd } from '#site/head/json-ld.ts';
import { type CategorySearch, isNarrowed, readCategorySearch } from '#site/list/category-search.ts';
import { groupByCategory } from '#site/list/group-by-category.ts';
import { type ListInfo, linksOf, listHead, loadPage } from '#site/list/list-route.ts';
import { ListError, ListPages, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading, PageFrame } from '#site/list/page-frame.tsx';
import { stepTo } from '#site/list/step-to.ts';
import { useFilteredList } from '#site/list/use-filtered-list.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { FeatureFilters } from './feature-filters.tsx';
import { FeatureGroup } from './feature-group.tsx';

const LIST: ListInfo = {
  path: '/features',
  overline: 'Features',
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
  const { data: list, isPlaceholderData: isOld } = useFilteredList(
    featuresQuery(search),
    Route.useLoaderData(),
  );
  const { data: categories } = useQuery({ ...categoriesQuery(search), ...keepsPlace });
  if (!list || !categories) return <ListLoading list={LIST} />;
  if (search.page && list.items.length === 0) return <NoSuchPage list={LIST} />;
  return (
    <PageFrame page={LIST}>
      <FeatureFilters
        search={search}
        categories={categories}
        onChange={(next) => navigate(stepTo(search, next))}
      />
      <div className="mt-5 mb-10">
        <LiveCount>
          {list.total} {list.total === 1 ? 'feature' : 'features'}
        </LiveCount>
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
