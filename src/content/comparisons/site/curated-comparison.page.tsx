import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { loadOrNotFound } from '#site/api/load.ts';
import { itemQuery } from '#site/api/queries.ts';
import { DraftBanner } from '#site/draft-banner.tsx';
import { breadcrumbLd } from '#site/head/json-ld.ts';
import { notFoundHead, pageHead } from '#site/head/page-head.ts';
import type { ItemPage } from '#site/item-page.ts';
import { RelatedInfo } from '#site/related-info.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Container } from '#ui/container.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Prose } from '#ui/prose.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { SkeletonPage } from '#ui/skeleton.tsx';
import type { Comparison } from '../comparisons.collection.ts';
import { CompareMore } from './comparison.page.tsx';
import { ComparisonNotFound } from './comparison-not-found.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { type ComparedVendor, VendorPair } from './vendor-pair.tsx';

type ComparisonPage = ItemPage<Comparison> & { vendorA?: ComparedVendor; vendorB?: ComparedVendor };

const comparisonQuery = (slug: string) => itemQuery<ComparisonPage>('comparisons', slug);

export const Route = createFileRoute('/comparisons/$slug')({
  loader: ({ context, params, location }) =>
    loadOrNotFound(location.pathname, () =>
      context.queryClient.ensureQueryData(comparisonQuery(params.slug)),
    ),
  head: ({ match, loaderData: item }) => {
    const { site } = match.context;
    if (!item) return notFoundHead(site, 'Comparison Not Found');
    const path = `/comparisons/${item.slug}`;
    return pageHead({
      site,
      path,
      type: 'article',
      title: item.metaTitle || `${item.title} - ${site.name}`,
      description: item.metaDescription || (item.description ?? item.title),
      noindex: !item.isPublished,
      jsonLd: breadcrumbLd(site, [
        { name: 'Compare Tools', path: '/compare' },
        { name: item.title, path },
      ]),
    });
  },
  component: CuratedComparisonPage,
  pendingComponent: () => (
    <Container>
      <SkeletonPage />
    </Container>
  ),
  notFoundComponent: () => <ComparisonNotFound missing={null} />,
  errorComponent: () => <ComparisonNotFound missing={null} />,
});

function CuratedComparisonPage() {
  const { slug } = Route.useParams();
  const { data: item } = useSuspenseQuery(comparisonQuery(slug));
  const { vendorA, vendorB, html } = item;
  return (
    <Container>
      {!item.isPublished && <DraftBanner />}
      <Breadcrumbs items={[{ label: 'Compare Tools', href: '/compare' }, { label: item.title }]} />
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
