import { createFileRoute } from '@tanstack/react-router';
import type { CardResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { counted } from '#platform/words.ts';
import { listQuery, partOf, pathQuery } from '#site/api/queries.ts';
import { collectionLd } from '#site/head/page-head.ts';
import { categoryList } from '#site/list/category-list.tsx';
import { linksOf } from '#site/list/list-route.ts';
import { CoverLink } from '#ui/card.tsx';
import { IndexGroup } from '#ui/index-group.tsx';

const PER_PAGE = 120;

const FEATURES = categoryList({
  path: '/features',
  title: 'Family Office Software Features',
  description:
    'What family office software does, feature by feature: 79 features across 11 categories, each with what good looks like and the questions to ask a vendor.',
  lead: '79 features across 11 categories: what each does, why an office needs it, and what to ask before believing a demonstration.',
  actions: [{ href: hrefTo('/features/matrix'), label: 'Who documents what' }],
  error: 'Error loading features. Please try again later.',
  way: { href: hrefTo('/vendors'), label: 'Browse vendors' },
  size: PER_PAGE,
  query: ({ q, category, page }) =>
    listQuery('features', { q, category, ...partOf(page, PER_PAGE) }),
  categories: {
    query: ({ q }) => pathQuery('/api/feature-categories', { q }),
    of: (categories) => categories,
  },
  entriesOf: (items) => linksOf('/features', items),
  jsonLd: collectionLd,
  field: { label: 'Search features', placeholder: 'Search features...' },
  sayTotal: (total) => counted(total, 'feature', 'features'),
  nothing: { title: 'No features found', text: 'Try adjusting your search criteria.' },
});

export const Route = createFileRoute('/features')({
  ...FEATURES.route,
  component: FeatureListPage,
});

function FeatureListPage() {
  return (
    <FEATURES.Page>
      {(category, features, count) => (
        <FeatureGroup key={category} category={category} count={count} features={features} />
      )}
    </FEATURES.Page>
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
