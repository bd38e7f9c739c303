import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { listQuery } from '#site/api/queries.ts';
import { collectionLd } from '#site/head/json-ld.ts';
import { pageHead } from '#site/head/page-head.ts';
import { pageParam, stringifySearch } from '#site/search-params.ts';
import { BadgeList } from '#ui/badge-list.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { Container } from '#ui/container.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SkeletonCards } from '#ui/skeleton.tsx';
import type { UseCase } from '../use-cases.collection.ts';

type UseCaseCard = Pick<
  UseCase,
  'id' | 'slug' | 'title' | 'description' | 'complexity' | 'highlightCategories' | 'contentSections'
>;

const TITLE = 'Use Cases';
const DESCRIPTION =
  'Implementation guides for family office software: what to prepare, in which order to work, what goes wrong, and which questions to settle first.';
const PER_PAGE = 48;
const HIGHLIGHTS = 2;

const useCasesQuery = (page?: number) =>
  listQuery<UseCaseCard>('use-cases', {
    limit: PER_PAGE,
    offset: page ? (page - 1) * PER_PAGE : undefined,
  });

export const Route = createFileRoute('/use-cases')({
  validateSearch: (search: Record<string, unknown>): { page?: number | undefined } => ({
    page: pageParam(search.page),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const list = await context.queryClient.ensureQueryData(useCasesQuery(deps.page));
    return list.items.map(({ title, slug }) => ({ name: title, path: `/use-cases/${slug}` }));
  },
  head: ({ match, loaderData }) => {
    const { site } = match.context;
    const path = `/use-cases${stringifySearch({ page: match.search.page })}`;
    return pageHead({
      site,
      path,
      title: `Family Office Software ${TITLE} - ${site.name}`,
      description: DESCRIPTION,
      jsonLd: collectionLd(site, { name: TITLE, description: DESCRIPTION, path }, loaderData ?? []),
    });
  },
  component: UseCaseListPage,
  pendingComponent: () => (
    <Frame>
      <SkeletonCards count={6} columns={3} />
    </Frame>
  ),
  errorComponent: () => (
    <Frame>
      <ErrorText action={<ButtonLink href="/features">Explore features</ButtonLink>}>
        Error loading use cases. Please try again later.
      </ErrorText>
    </Frame>
  ),
});

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <Container>
      <PageHeader
        overline="Implementation guides"
        title={TITLE}
        lead={
          <p>
            What offices set out to do with the software, and how the work goes when it goes well.
          </p>
        }
      />
      {children}
    </Container>
  );
}

function UseCaseListPage() {
  const { page } = Route.useSearch();
  const { data: list } = useSuspenseQuery(useCasesQuery(page));
  return (
    <Frame>
      {list.items.length === 0 ? (
        <EmptyState text="No use cases are currently available. Please check back later." />
      ) : (
        <CardGrid columns={3} label="Use cases">
          {list.items.map((useCase) => (
            <Card
              key={useCase.slug}
              href={`/use-cases/${useCase.slug}`}
              title={useCase.title}
              headingLevel="h2"
              overline={useCase.complexity ? `${useCase.complexity} complexity` : null}
              meta={
                <span>
                  {useCase.contentSections.length} implementation{' '}
                  {useCase.contentSections.length === 1 ? 'section' : 'sections'}
                </span>
              }
              badges={<BadgeList items={useCase.highlightCategories} max={HIGHLIGHTS} />}
              action="View guide"
            >
              {useCase.description}
            </Card>
          ))}
        </CardGrid>
      )}
      <Pagination
        page={page ?? 1}
        pages={Math.ceil(list.total / PER_PAGE)}
        hrefFor={(next) => `/use-cases${stringifySearch({ page: next > 1 ? next : undefined })}`}
      />
    </Frame>
  );
}
