import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { listQuery, partOf } from '#site/api/queries.ts';
import { collectionLd } from '#site/head/json-ld.ts';
import { type ListInfo, listHead, loadPage, readPageSearch } from '#site/list/list-route.ts';
import { ListError, ListPages, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading, PageFrame } from '#site/list/page-frame.tsx';
import { BadgeList } from '#ui/badge-list.tsx';
import { Card } from '#ui/card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

const LIST: ListInfo = {
  path: '/use-cases',
  overline: 'Implementation guides',
  title: 'Use Cases',
  titleFor: (site) => `Family Office Software Use Cases - ${site.name}`,
  description:
    'Implementation guides for family office software: what to prepare, in which order to work, what goes wrong, and which questions to settle first.',
  lead: 'What offices set out to do with the software, and how the work goes when it goes well.',
};
const PER_PAGE = 48;
const HIGHLIGHTS = 2;

const useCasesQuery = (page?: number) => listQuery('use-cases', partOf(page, PER_PAGE));

export const Route = createFileRoute('/use-cases')({
  validateSearch: readPageSearch,
  loaderDeps: ({ search }) => ({ page: search.page }),
  loader: async ({ context: { queryClient }, deps }) => {
    const { items } = await loadPage(queryClient.ensureQueryData(useCasesQuery(deps.page)), deps);
    return items.map(({ title, slug }) => ({
      name: title,
      path: hrefTo('/use-cases/$slug', { slug }),
    }));
  },
  head: listHead({ list: LIST, jsonLd: collectionLd }),
  component: UseCaseListPage,
  pendingComponent: () => <ListLoading list={LIST} />,
  errorComponent: () => (
    <ListError list={LIST} way={{ href: hrefTo('/features'), label: 'Explore features' }}>
      Error loading use cases. Please try again later.
    </ListError>
  ),
  notFoundComponent: () => <NoSuchPage list={LIST} />,
});

function UseCaseListPage() {
  const search = Route.useSearch();
  const { data: list } = useSuspenseQuery(useCasesQuery(search.page));
  return (
    <PageFrame page={LIST}>
      {list.items.length === 0 ? (
        <EmptyState text="No use cases are currently available. Please check back later." />
      ) : (
        <CardGrid columns={3} label="Use cases">
          {list.items.map((useCase) => (
            <Card
              key={useCase.slug}
              href={hrefTo('/use-cases/$slug', { slug: useCase.slug })}
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
      <ListPages list={LIST} search={search} total={list.total} size={PER_PAGE} />
    </PageFrame>
  );
}
