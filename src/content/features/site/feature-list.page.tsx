import { createFileRoute } from '@tanstack/react-router';
import { listQuery, pathQuery, pathWith } from '#site/api/queries.ts';
import { useKept } from '#site/api/use-kept.ts';
import { collectionLd } from '#site/head/json-ld.ts';
import { pageHead } from '#site/head/page-head.ts';
import { pageParam, stringifySearch, textParam } from '#site/search-params.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { Container } from '#ui/container.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { SkeletonCards } from '#ui/skeleton.tsx';
import type { Feature } from '../features.collection.ts';
import { type CategoryCount, FeatureFilters } from './feature-filters.tsx';

type FeatureCard = Pick<
  Feature,
  'id' | 'slug' | 'name' | 'description' | 'category' | 'importance' | 'complexity'
>;

export interface FeatureSearch {
  q?: string | undefined;
  category?: string | undefined;
  page?: number | undefined;
}

const TITLE = 'Family Office Software Features';
const DESCRIPTION =
  'What family office software does, feature by feature: 79 features across 11 categories, each with what good looks like and the questions to ask a vendor.';
const PER_PAGE = 120;

const featuresQuery = ({ q, category, page }: FeatureSearch) =>
  listQuery<FeatureCard>('features', {
    q,
    category,
    limit: PER_PAGE,
    offset: page ? (page - 1) * PER_PAGE : undefined,
  });
const categoriesQuery = ({ q }: FeatureSearch) =>
  pathQuery<CategoryCount[]>(pathWith('/api/feature-categories', { q }));

export const Route = createFileRoute('/features')({
  validateSearch: (search: Record<string, unknown>): FeatureSearch => ({
    q: textParam(search.q),
    category: textParam(search.category),
    page: pageParam(search.page),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // Another filter on the same page: the list stays until the next one is there.
    if (cause === 'stay') return [];
    const [features] = await Promise.all([
      queryClient.ensureQueryData(featuresQuery(deps)),
      queryClient.ensureQueryData(categoriesQuery(deps)),
    ]);
    return features.items.map(({ name, slug }) => ({ name, path: `/features/${slug}` }));
  },
  head: ({ match, loaderData }) => {
    const { site } = match.context;
    const path = `/features${stringifySearch({ page: match.search.page })}`;
    return pageHead({
      site,
      path,
      title: `${TITLE} - ${site.name}`,
      description: DESCRIPTION,
      noindex: Boolean(match.search.q || match.search.category),
      jsonLd: collectionLd(site, { name: TITLE, description: DESCRIPTION, path }, loaderData ?? []),
    });
  },
  component: FeatureListPage,
  pendingComponent: Loading,
  errorComponent: () => (
    <Frame>
      <ErrorText action={<ButtonLink href="/vendors">Browse vendors</ButtonLink>}>
        Error loading features. Please try again later.
      </ErrorText>
    </Frame>
  ),
});

function Loading() {
  return (
    <Frame>
      <SkeletonCards count={6} columns={3} />
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <Container>
      <PageHeader
        overline="Features"
        title={TITLE}
        lead={
          <p>
            79 features across 11 categories: what each does, why an office needs it, and what to
            ask before believing a demonstration.
          </p>
        }
      />
      {children}
    </Container>
  );
}

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
  if (!list || !categories) return <Loading />;
  // Every choice is a step back; the letters of one word are not.
  const apply = (next: FeatureSearch) =>
    navigate({
      search: next,
      replace: Boolean(search.q) && next.q !== search.q,
      resetScroll: false,
    });
  return (
    <Frame>
      <FeatureFilters search={search} categories={categories} onChange={apply} />
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
      <Pagination
        page={search.page ?? 1}
        pages={Math.ceil(list.total / PER_PAGE)}
        hrefFor={(page) =>
          `/features${stringifySearch({ ...search, page: page > 1 ? page : undefined })}`
        }
      />
    </Frame>
  );
}

export function FeatureLevels({
  feature,
}: {
  feature: Pick<Feature, 'importance' | 'complexity'>;
}) {
  return (
    <div className="flex flex-wrap gap-1.5">
      {feature.importance && <Badge>{feature.importance} Priority</Badge>}
      {feature.complexity && <Badge>{feature.complexity} Complexity</Badge>}
    </div>
  );
}
