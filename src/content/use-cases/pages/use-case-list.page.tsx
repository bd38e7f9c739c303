import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { counted } from '#platform/words.ts';
import { listQuery, partOf } from '#site/api/queries.ts';
import { collectionLd } from '#site/head/page-head.ts';
import { type ListInfo, listHead, loadLinks, readPageSearch } from '#site/list/list-route.ts';
import { ListError, Listed, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading } from '#site/list/page-frame.tsx';
import { BadgeList } from '#ui/badge.tsx';
import { Card, CardGrid } from '#ui/card.tsx';

const LIST: ListInfo = {
  path: '/use-cases',
  overline: 'Implementation guides',
  title: 'Use Cases',
  titleFor: (site) => `Family Office Software Use Cases - ${site.name}`,
  description:
    'Implementation guides for family office software: what to prepare, in which order to work, what goes wrong, and which questions to settle first.',
  lead: 'What offices set out to do with the software, and how the work goes when it goes well.',
};
const EMPTY_TEXT = 'No use cases are currently available. Please check back later.';
const PER_PAGE = 48;
const HIGHLIGHTS = 2;

const useCasesQuery = (page?: number) => listQuery('use-cases', partOf(page, PER_PAGE));

export const Route = createFileRoute('/use-cases')({
  validateSearch: readPageSearch,
  loaderDeps: ({ search }) => ({ page: search.page }),
  loader: ({ context: { queryClient }, deps }) =>
    loadLinks('/use-cases', queryClient.ensureQueryData(useCasesQuery(deps.page)), deps),
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
    <Listed list={LIST} search={search} found={list} size={PER_PAGE} empty={EMPTY_TEXT}>
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
                {counted(
                  useCase.contentSections.length,
                  'implementation section',
                  'implementation sections',
                )}
              </span>
            }
            badges={<BadgeList items={useCase.highlightCategories} max={HIGHLIGHTS} />}
            action="View guide"
          >
            {useCase.description}
          </Card>
        ))}
      </CardGrid>
    </Listed>
  );
}
