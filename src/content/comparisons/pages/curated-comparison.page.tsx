import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { DetailResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { itemQuery, loadParts } from '#site/api/queries.ts';
import { ItemError, ItemFrame, ItemLoading } from '#site/item/item-frame.tsx';
import { type ItemPlace, itemHead } from '#site/item/item-head.ts';
import { RichText } from '#site/rich-text.tsx';
import { PageHeader, SectionHeading } from '#ui/headings.tsx';
import { compareQuery, loadComparison } from '../comparisons.query.ts';
import { pairPath, partsOfAddress } from '../site.ts';
import { ComparedVendors, CompareMore, ComparisonNotFound } from './comparison-parts.tsx';
import { ComparisonTable } from './comparison-table.tsx';

const comparisonQuery = (slug: string) => itemQuery('comparisons', slug);

const PLACE: ItemPlace = {
  folder: '/comparisons',
  trail: [{ name: 'Compare Tools', path: hrefTo('/compare') }],
  missing: 'Comparison Not Found',
};

export const Route = createFileRoute('/comparisons/$slug')({
  loader: async ({ context: { queryClient }, params, location }) => {
    const comparison = await loadComparison(queryClient, location, comparisonQuery(params.slug));
    await loadParts(queryClient, compareQuery(params.slug));
    return comparison;
  },
  head: itemHead<DetailResponse<'comparisons'>>({
    place: PLACE,
    type: 'article',
    nameOf: (item) => item.title,
    describe: (item) => item.description ?? item.title,
    canonicalOf: (item) => pairPath(partsOfAddress(item.slug)),
  }),
  component: CuratedComparisonPage,
  pendingComponent: ItemLoading,
  notFoundComponent: () => <ComparisonNotFound />,
  errorComponent: ItemError,
});

function CuratedComparisonPage() {
  const { slug } = Route.useParams();
  const { data: item } = useSuspenseQuery(comparisonQuery(slug));
  const { data: compared } = useQuery(compareQuery(slug));
  const { vendorA, vendorB, html } = item;
  return (
    <ItemFrame place={PLACE} name={item.title} isDraft={!item.isPublished}>
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
