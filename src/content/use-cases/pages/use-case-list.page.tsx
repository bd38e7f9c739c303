import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { counted } from '#platform/words.ts';
import { listQuery, partOf } from '#site/api/queries.ts';
import { collectionLd } from '#site/head/page-head.ts';
import { pagedList } from '#site/list/list-page.tsx';
import { linksOf } from '#site/list/list-route.ts';
import { BadgeList } from '#ui/badge.tsx';
import { Card, CardGrid } from '#ui/card.tsx';

const PER_PAGE = 48;
const HIGHLIGHTS = 2;

const USE_CASES = pagedList({
  path: '/use-cases',
  overline: 'Implementation guides',
  title: 'Use Cases',
  titleFor: (site) => `Family Office Software Use Cases - ${site.name}`,
  description:
    'Implementation guides for family office software: what to prepare, in which order to work, what goes wrong, and which questions to settle first.',
  lead: 'What offices set out to do with the software, and how the work goes when it goes well.',
  empty: 'No use cases are currently available. Please check back later.',
  error: 'Error loading use cases. Please try again later.',
  way: { href: hrefTo('/features'), label: 'Explore features' },
  size: PER_PAGE,
  query: (page) => listQuery('use-cases', partOf(page, PER_PAGE)),
  entriesOf: (items) => linksOf('/use-cases', items),
  jsonLd: collectionLd,
});

export const Route = createFileRoute('/use-cases')({
  ...USE_CASES.route,
  component: UseCaseListPage,
});

function UseCaseListPage() {
  return (
    <USE_CASES.Page>
      {(useCases) => (
        <CardGrid columns={3} label="Use cases">
          {useCases.map((useCase) => (
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
      )}
    </USE_CASES.Page>
  );
}
