import { createFileRoute } from '@tanstack/react-router';
import { listQuery, partOf, pathQuery, pathWith } from '#site/api/queries.ts';
import { useKept } from '#site/api/use-answer.ts';
import { collectionLd } from '#site/head/json-ld.ts';
import { type CategorySearch, isNarrowed, readCategorySearch } from '#site/list/category-search.ts';
import { type ListInfo, listHead, loadPage } from '#site/list/list-route.ts';
import { ListError, ListPages, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading, PageFrame } from '#site/list/page-frame.tsx';
import { stepTo } from '#site/list/step-to.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import type { Feature } from '../features.collection.ts';
import { type CategoryCount, FeatureFilters } from './feature-filters.tsx';

type FeatureCard = Pick<
  Feature,
  'id' | 'slug' | 'name' | 'description' | 'category' | 'importance' | 'complexity'
>;

const LIST: ListInfo = {
  path: '/features',
  overline: 'Features',
  title: 'Family Office Software Features',
  description:
    'What family office software does, feature by feature: 79 features across 11 categories, each with what good looks like and the questions to ask a vendor.',
  lead: '79 features across 11 categories: what each does, why an office needs it, and what to ask before believing a demonstration.',
};
const PER_PAGE = 120;

const featuresQuery = ({ q, category, page }: CategorySearch) =>
  listQuery<FeatureCard>('features', { q, category, ...partOf(page, PER_PAGE) });
const categoriesQuery = ({ q }: CategorySearch) =>
  pathQuery<CategoryCount[]>(pathWith('/api/feature-categories', { q }));

export const Route = createFileRoute('/features')({
  validateSearch: readCategorySearch,
  loaderDeps: ({ search }) => readCategorySearch(search),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // Another filter on the same page: the list stays until the next one is there.
    if (cause === 'stay') return [];
    const [features] = await Promise.all([
      loadPage(queryClient.ensureQueryData(featuresQuery(deps)), deps),
      queryClient.ensureQueryData(categoriesQuery(deps)),
    ]);
    return features.items.map(({ name, slug }) => ({ name, path: `/features/${slug}` }));
  },
  head: listHead({ list: LIST, jsonLd: collectionLd, isFiltered: isNarrowed }),
  component: FeatureListPage,
  pendingComponent: () => <ListLoading list={LIST} />,
  errorComponent: () => (
    <ListError list={LIST} way={{ href: '/vendors', label: 'Browse vendors' }}>
      Error loading features. Please try again later.
    </ListError>
  ),
  notFoundComponent: () => <NoSuchPage list={LIST} />,
});

/** In the order in which the list names them. */
const groupByCategory = (features: readonly FeatureCard[]) => {
  const groups = new Map<string, FeatureCard[]>();
  for (const feature of features) {
    const name = feature.category ?? 'Other';
    groups.set(name, [...(groups.get(name) ?? []), feature]);
  }
  return [...groups];
};

function FeatureListPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: list, isOld } = useKept(featuresQuery(search));
  const { data: categories } = useKept(categoriesQuery(search));
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
        <div aria-busy={isOld} className="space-y-16 aria-busy:opacity-60">
          {groupByCategory(list.items).map(([category, features]) => (
            <section key={category}>
              <SectionHeading title={category} />
              <CardGrid columns={3} label={category}>
                {features.map((feature) => (
                  <Card
                    key={feature.slug}
                    href={`/features/${feature.slug}`}
                    title={feature.name}
                    badges={<FeatureLevels feature={feature} />}
                  >
                    <p className="line-clamp-3">{feature.description}</p>
                  </Card>
                ))}
              </CardGrid>
            </section>
          ))}
        </div>
      )}
      <ListPages list={LIST} search={search} total={list.total} size={PER_PAGE} />
    </PageFrame>
  );
}

function FeatureLevels({ feature }: { feature: Pick<Feature, 'importance' | 'complexity'> }) {
  return (
    <div className="flex flex-wrap gap-1.5">
      {feature.importance && <Badge>{feature.importance} Priority</Badge>}
      {feature.complexity && <Badge>{feature.complexity} Complexity</Badge>}
    </div>
  );
}
