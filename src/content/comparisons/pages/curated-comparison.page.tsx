import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { itemQuery } from '#site/api/queries.ts';
import { ItemFrame } from '#site/item/item-frame.tsx';
import { itemPage } from '#site/item/item-page.tsx';
import { RichText } from '#site/rich-text.tsx';
import { PageHeader, SectionHeading } from '#ui/headings.tsx';
import { compareQuery, loadComparison } from '../comparisons.query.ts';
import { pairPath, partsOfAddress } from '../site.ts';
import { ComparedVendors, CompareMore, ComparisonNotFound } from './comparison-parts.tsx';
import type { ComparisonSearch } from './comparison-search.ts';
import { ComparisonTable } from './comparison-table.tsx';

const COMPARISON = itemPage({
  query: (slug) => itemQuery('comparisons', slug),
  load: loadComparison,
  parts: (_, slug) => [compareQuery(slug)],
  folder: '/comparisons',
  trail: [{ name: 'Compare Tools', path: hrefTo('/compare') }],
  missing: 'Comparison Not Found',
  type: 'article',
  nameOf: (item) => item.title,
  describe: (item) => item.description ?? item.title,
  canonicalOf: (item) => pairPath(partsOfAddress(item.slug)),
});

export const Route = createFileRoute('/comparisons/$slug')({
  ...COMPARISON.route,
  component: CuratedComparisonPage,
  notFoundComponent: () => <ComparisonNotFound />,
});

function CuratedComparisonPage() {
  const { slug } = Route.useParams();
  const item = COMPARISON.useItem();
  const { data: compared } = useQuery(compareQuery(slug));
  const [search, setSearch] = useState<ComparisonSearch>({});
  const { vendorA, vendorB, html } = item;
  return (
    <ItemFrame place={COMPARISON} name={item.title} isDraft={!item.isPublished}>
      <PageHeader
        overline="Analysis"
        title={item.title}
        lead={item.description ? <p>{item.description}</p> : null}
      />
      <div className="space-y-14">
        {html.conclusion && (
          <section>
            <SectionHeading title="Conclusion" />
            <RichText html={html.conclusion} />
          </section>
        )}
        {vendorA && vendorB && item.comparisonMatrix && (
          <section>
            <SectionHeading title="Row by row" />
            <ComparisonTable
              vendors={[vendorA, vendorB]}
              search={search}
              onSearch={setSearch}
              compared={{
                comparisonMatrix: item.comparisonMatrix,
                sources: compared?.sources ?? [],
                coverage: compared?.coverage ?? [],
              }}
            />
          </section>
        )}
        <RichText html={html.content} />
        {vendorA && vendorB && <ComparedVendors vendors={[vendorA, vendorB]} />}
        <RelatedInfo item={item} />
      </div>
      <CompareMore />
    </ItemFrame>
  );
}
