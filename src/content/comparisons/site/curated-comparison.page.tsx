import { createFileRoute } from '@tanstack/react-router';
import { loadOrNotFound } from '#site/api/load.ts';
import { itemQuery } from '#site/api/queries.ts';
import { useLoaded } from '#site/api/use-answer.ts';
import { type ItemPlace, itemHead } from '#site/item/item-head.ts';
import { ItemLoading } from '#site/item/item-loading.tsx';
import { ItemTop } from '#site/item/item-top.tsx';
import type { ItemPage } from '#site/item-page.ts';
import { RelatedInfo } from '#site/related-info.tsx';
import { Container } from '#ui/container.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Prose } from '#ui/prose.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import type { Comparison } from '../comparisons.collection.ts';
import { CompareMore } from './compare-more.tsx';
import { ComparisonNotFound } from './comparison-not-found.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { type ComparedVendor, VendorPair } from './vendor-pair.tsx';

type ComparisonPage = ItemPage<Comparison> & { vendorA?: ComparedVendor; vendorB?: ComparedVendor };

const comparisonQuery = (slug: string) => itemQuery<ComparisonPage>('comparisons', slug);

const PLACE: ItemPlace = {
  folder: '/comparisons',
  trail: [{ name: 'Compare Tools', path: '/compare' }],
  missing: 'Comparison Not Found',
};

export const Route = createFileRoute('/comparisons/$slug')({
  loader: ({ context, params, location }) =>
    loadOrNotFound(location.pathname, () =>
      context.queryClient.ensureQueryData(comparisonQuery(params.slug)),
    ),
  head: itemHead<ComparisonPage>({
    place: PLACE,
    type: 'article',
    nameOf: (item) => item.title,
    describe: (item) => item.description ?? item.title,
  }),
  component: CuratedComparisonPage,
  pendingComponent: ItemLoading,
  notFoundComponent: () => <ComparisonNotFound missing={null} />,
  errorComponent: () => <ComparisonNotFound missing={null} />,
});

function CuratedComparisonPage() {
  const { slug } = Route.useParams();
  const item = useLoaded(comparisonQuery(slug));
  const { vendorA, vendorB, html } = item;
  return (
    <Container>
      <ItemTop place={PLACE} name={item.title} isDraft={!item.isPublished} />
      <PageHeader
        overline="Analysis"
        title={item.title}
        lead={item.description ? <p>{item.description}</p> : null}
      />
      {vendorA && vendorB && <VendorPair vendors={[vendorA, vendorB]} />}
      <div className="space-y-14">
        {html.content && <Prose html={html.content} />}
        {vendorA && vendorB && item.comparisonMatrix && (
          <section>
            <SectionHeading title="Row by row" />
            <ComparisonTable vendorA={vendorA} vendorB={vendorB} matrix={item.comparisonMatrix} />
          </section>
        )}
        {html.conclusion && (
          <section>
            <SectionHeading title="Conclusion" />
            <Prose html={html.conclusion} />
          </section>
        )}
        <RelatedInfo item={item} />
      </div>
      <CompareMore />
    </Container>
  );
}
