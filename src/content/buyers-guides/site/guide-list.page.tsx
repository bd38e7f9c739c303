import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { listQuery } from '#site/api/queries.ts';
import { collectionLd } from '#site/head/json-ld.ts';
import { pageHead } from '#site/head/page-head.ts';
import { pageParam, stringifySearch } from '#site/search-params.ts';
import { Badge } from '#ui/badge.tsx';
import { BadgeList } from '#ui/badge-list.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { Container } from '#ui/container.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { SkeletonCards } from '#ui/skeleton.tsx';
import type { BuyersGuide } from '../buyers-guides.collection.ts';
import { COMING_SOON, cutFeature } from './guide-texts.ts';

type GuideCard = Pick<
  BuyersGuide,
  | 'id'
  | 'slug'
  | 'title'
  | 'description'
  | 'buyerType'
  | 'targetRole'
  | 'targetAssets'
  | 'recommendedUseCases'
  | 'priorityFeatures'
>;

const TITLE = "Family Office Software Buyer's Guides";
const DESCRIPTION =
  "Buyer's guides to family office software, one for each kind of buyer: what to insist on, what to watch for, and how to run the selection.";
const PER_PAGE = 48;
const SKELETONS = 6;

const guidesQuery = (page?: number) =>
  listQuery<GuideCard>('buyers-guides', {
    limit: PER_PAGE,
    offset: page ? (page - 1) * PER_PAGE : undefined,
  });

export const Route = createFileRoute('/buyers-guides')({
  validateSearch: (search: Record<string, unknown>): { page?: number | undefined } => ({
    page: pageParam(search.page),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const list = await context.queryClient.ensureQueryData(guidesQuery(deps.page));
    return list.items.map(({ title, slug }) => ({ name: title, path: `/buyers-guides/${slug}` }));
  },
  head: ({ match, loaderData }) => {
    const { site } = match.context;
    const path = `/buyers-guides${stringifySearch({ page: match.search.page })}`;
    return pageHead({
      site,
      path,
      title: TITLE,
      description: DESCRIPTION,
      jsonLd: collectionLd(site, { name: TITLE, description: DESCRIPTION, path }, loaderData ?? []),
    });
  },
  component: GuideListPage,
  pendingComponent: () => (
    <Frame>
      <SkeletonCards count={SKELETONS} columns={3} />
    </Frame>
  ),
  errorComponent: () => (
    <Frame>
      <ErrorText action={<ButtonLink href="/vendors">Browse vendors</ButtonLink>}>
        Error loading buyer's guides. Please try again later.
      </ErrorText>
    </Frame>
  ),
});

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <Container>
      <PageHeader
        overline="Buyer's guides"
        title={TITLE}
        lead={
          <p>
            The same software reads differently from each chair. Start with the guide written for
            yours.
          </p>
        }
      />
      {children}
    </Container>
  );
}

function GuideListPage() {
  const { page } = Route.useSearch();
  const { data: list } = useSuspenseQuery(guidesQuery(page));
  const published = new Set(list.items.map(({ buyerType }) => buyerType));
  return (
    <Frame>
      {list.items.length === 0 ? (
        <EmptyState text="Buyer's guides are currently being prepared. Please check back soon." />
      ) : (
        <CardGrid columns={3} label="Buyer's guides">
          {list.items.map((guide) => (
            <GuideCardView key={guide.slug} guide={guide} />
          ))}
        </CardGrid>
      )}
      <Pagination
        page={page ?? 1}
        pages={Math.ceil(list.total / PER_PAGE)}
        hrefFor={(next) =>
          `/buyers-guides${stringifySearch({ page: next > 1 ? next : undefined })}`
        }
      />
      <section className="mt-16">
        <SectionHeading
          title="Coming Soon"
          text="The buyers this series is written for. Those marked as published can be read above."
        />
        <ul className="grid gap-x-10 sm:grid-cols-2">
          {COMING_SOON.map((name) => (
            <li
              key={name}
              className="flex justify-between gap-4 border-b border-line py-2.5 text-sm"
            >
              {name}
              {published.has(name) && <span className="text-faint">Published</span>}
            </li>
          ))}
        </ul>
      </section>
    </Frame>
  );
}

function GuideCardView({ guide }: { guide: GuideCard }) {
  const covered = guide.recommendedUseCases.length;
  return (
    <Card
      href={`/buyers-guides/${guide.slug}`}
      title={guide.title}
      headingLevel="h2"
      overline={guide.buyerType ? <Badge>{guide.buyerType}</Badge> : null}
      meta={
        <>
          {guide.targetRole && <span>{guide.targetRole}</span>}
          {guide.targetAssets && <span>{guide.targetAssets}</span>}
          <span>
            {covered} {covered === 1 ? 'use case' : 'use cases'} covered
          </span>
        </>
      }
      badges={
        <BadgeList
          items={guide.priorityFeatures.map(cutFeature)}
          max={2}
          label="Priority features"
        />
      }
      action="Read Complete Guide"
    >
      {guide.description}
    </Card>
  );
}
