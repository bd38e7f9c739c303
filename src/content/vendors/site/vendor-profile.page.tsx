import { createFileRoute } from '@tanstack/react-router';
import { loadOnServer, loadOrNotFound } from '#site/api/load.ts';
import { itemQuery, pathQuery } from '#site/api/queries.ts';
import { useAnswer, useLoaded } from '#site/api/use-answer.ts';
import { DraftBanner } from '#site/draft-banner.tsx';
import { breadcrumbLd } from '#site/head/json-ld.ts';
import { notFoundHead, pageHead } from '#site/head/page-head.ts';
import type { ItemPage } from '#site/item-page.ts';
import { known } from '#site/known.ts';
import type { VendorCardData } from '#site/vendor-card.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Columns } from '#ui/columns.tsx';
import { Container } from '#ui/container.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import { SkeletonPage } from '#ui/skeleton.tsx';
import type { Vendor } from '../vendors.collection.ts';
import { VendorAside } from './vendor-aside.tsx';
import { type ComparisonLink, VendorComparisons } from './vendor-comparisons.tsx';
import { VendorHeader } from './vendor-header.tsx';
import { softwareLd } from './vendor-ld.ts';
import { VendorSections } from './vendor-sections.tsx';

export type VendorPage = ItemPage<Vendor> & { relatedVendors: VendorCardData[] };

const vendorQuery = (slug: string) => itemQuery<VendorPage>('vendors', slug);
const comparisonsQuery = (id: number) =>
  pathQuery<ComparisonLink[]>(`/api/vendors/${id}/comparisons`);

const NOT_FOUND = 'Vendor Not Found';

export const Route = createFileRoute('/vendors/$slug')({
  loader: async ({ context: { queryClient }, params, location }) => {
    const vendor = await loadOrNotFound(location.pathname, () =>
      queryClient.ensureQueryData(vendorQuery(params.slug)),
    );
    await loadOnServer(queryClient, [comparisonsQuery(vendor.id)]);
    return vendor;
  },
  head: ({ match, loaderData: vendor }) => {
    const { site } = match.context;
    if (!vendor) return notFoundHead(site, NOT_FOUND);
    const path = `/vendors/${vendor.slug}`;
    return pageHead({
      site,
      path,
      title: vendor.metaTitle || `${vendor.name} - ${site.name} features, pricing and reviews`,
      description: vendor.metaDescription || (known(vendor.description) ?? vendor.name),
      noindex: !vendor.isPublished,
      jsonLd: [
        softwareLd(site, vendor),
        breadcrumbLd(site, [
          { name: 'Vendors', path: '/vendors' },
          { name: vendor.name, path },
        ]),
      ],
    });
  },
  component: VendorProfilePage,
  pendingComponent: () => (
    <Container>
      <SkeletonPage />
    </Container>
  ),
  notFoundComponent: VendorNotFound,
  errorComponent: VendorNotFound,
});

function VendorNotFound() {
  return (
    <NotFoundScreen
      heading={NOT_FOUND}
      text="The vendor you're looking for doesn't exist or has been removed."
      actions={[{ href: '/vendors', label: 'View All Vendors' }]}
    />
  );
}

function VendorProfilePage() {
  const { slug } = Route.useParams();
  const vendor = useLoaded(vendorQuery(slug));
  const { data: comparisons } = useAnswer(comparisonsQuery(vendor.id));
  return (
    <Container>
      {!vendor.isPublished && <DraftBanner />}
      <Breadcrumbs items={[{ label: 'Vendors', href: '/vendors' }, { label: vendor.name }]} />
      <VendorHeader vendor={vendor} />
      <Columns aside={<VendorAside vendor={vendor} />}>
        <VendorSections vendor={vendor} />
        <VendorComparisons vendor={vendor} comparisons={comparisons ?? []} />
      </Columns>
    </Container>
  );
}
