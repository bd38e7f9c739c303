import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { collectionLd } from '#site/head/page-head.ts';
import { pagedList } from '#site/list/list-page.tsx';
import { linksOf } from '#site/list/list-route.ts';
import { RuledList } from '#ui/ruled-list.tsx';
import { TYPES_PER_PAGE, typeListQuery } from './type-list-query.ts';

const TYPES = pagedList({
  path: '/types',
  title: 'Family Office Types',
  description:
    'Single, multi, virtual, embedded and other forms of family office: what each is, which family it fits, what it costs, and what software it needs.',
  empty: 'No family office types are currently available. Please check back later.',
  error: 'Error loading family office types. Please try again later.',
  size: TYPES_PER_PAGE,
  query: typeListQuery,
  entriesOf: (items) => linksOf('/types', items),
  jsonLd: collectionLd,
});

export const Route = createFileRoute('/types')({ ...TYPES.route, component: TypeListPage });

function TypeListPage() {
  return (
    <TYPES.Page>
      {(entries) => (
        <RuledList
          label="Types"
          headingLevel="h2"
          items={entries.map(({ slug, title, description }) => ({
            href: hrefTo('/types/$slug', { slug }),
            title,
            text: description && <span className="line-clamp-3">{description}</span>,
          }))}
        />
      )}
    </TYPES.Page>
  );
}
