import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { changesQuery } from '#content/changes/changes.query.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { loadOrNotFound, loadParts } from '#site/api/load.ts';
import { itemQuery, partQuery, pathQuery } from '#site/api/queries.ts';
import { DraftBanner } from '#site/draft-banner.tsx';
import { breadcrumbLd } from '#site/head/json-ld.ts';
import { notFoundHead, pageHead, summaryOf } from '#site/head/page-head.ts';
import { ItemLoading } from '#site/item/item-loading.tsx';
import { withoutPlaceholder } from '#site/placeholders.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Columns } from '#ui/columns.tsx';
import { Container } from '#ui/container.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import { VendorAside } from './vendor-aside.tsx';
import { VendorChanges } from './vendor-changes.tsx';
import { COMPARISONS, VendorComparisons } from './vendor-comparisons.tsx';
import { DecisiveFacts } from './vendor-facts.tsx';
import { VendorHeader } from './vendor-header.tsx';
import { softwareLd } from './vendor-ld.ts';
import { partsOf } from './vendor-sections.tsx';

const vendorQuery = (slug: string) => itemQuery('vendors', slug);
const comparisonsQuery = (id: number) => pathQuery('/api/vendors/{id}/comparisons', { id });

const CHANGES = 5;

const NOT_FOUND = 'Vendor Not Found';

const coverageQuery = (slug: string) => partQuery([], '/api/vendors/{id}/coverage', { id: slug });

export const Route = createFileRoute('/vendors/$slug')({
  loader: async ({ context: { queryClient }, params, location }) => {
    const vendor = await loadOrNotFound(location.pathname, () =>
      queryClient.ensureQueryData(vendorQuery(params.slug)),
    );
    const [coverage] = await Promise.all([
      queryClient.ensureQueryData(coverageQuery(params.slug)),
      loadParts(
        queryClient.ensureQueryData(comparisonsQuery(vendor.id)),
        ...(vendor.isPublished
          ? [queryClient.ensureQueryData(changesQuery(vendor.slug, CHANGES))]
          : []),
      ),
    ]);
    return { vendor, coverage };
  },
  head: ({ match, loaderData }) => {
    const { site } = match.context;
    if (!loaderData) return notFoundHead(site, NOT_FOUND, match.pathname);
    const { vendor, coverage } = loaderData;
    const path = hrefTo('/vendors/$slug', { slug: vendor.slug });
    return pageHead({
      site,
      path,
      title:
        withoutPlaceholder(vendor.metaTitle) ??
        `${vendor.name} - ${site.name} features, pricing and reviews`,
      description:
        withoutPlaceholder(vendor.metaDescription) ??
        summaryOf(withoutPlaceholder(vendor.description) ?? vendor.name),
      noindex: !vendor.isPublished,
      jsonLd: [
        softwareLd(site, vendor, coverage),
        breadcrumbLd(site, [
          { name: 'Vendors', path: hrefTo('/vendors') },
          { name: vendor.name, path },
        ]),
      ],
    });
  },
  component: VendorProfilePage,
  pendingComponent: ItemLoading,
  notFoundComponent: VendorNotFound,
  errorComponent: VendorNotFound,
});

function VendorNotFound() {
  return (
    <NotFoundScreen
      heading={NOT_FOUND}
      text="The vendor you're looking for doesn't exist or has been removed."
      actions={[{ href: hrefTo('/vendors'), label: 'View All Vendors' }]}
    />
  );
}

function VendorProfilePage() {
  const { slug } = Route.useParams();
  const { data: vendor } = useSuspenseQuery(vendorQuery(slug));
  const { data: coverage } = useSuspenseQuery(coverageQuery(slug));
  const { data: comparisons, isPending } = useQuery(comparisonsQuery(vendor.id));
  const { data: record } = useQuery({
    ...changesQuery(vendor.slug, CHANGES),
    enabled: vendor.isPublished,
  });
  const parts = partsOf({ vendor, coverage });
  return (
    <Container>
      {!vendor.isPublished && <DraftBanner />}
      <Breadcrumbs
        items={[{ label: 'Vendors', href: hrefTo('/vendors') }, { label: vendor.name }]}
      />
      <div className="grid gap-x-16 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <VendorHeader vendor={vendor} />
        <DecisiveFacts vendor={vendor} />
      </div>
      <Columns
        headings={[...parts, COMPARISONS]}
        isAsideFirst
        aside={<VendorAside vendor={vendor} />}
      >
        {parts.map(({ section }) => section)}
        <RelatedInfo item={vendor} />
        <VendorComparisons vendor={vendor} comparisons={comparisons} isPending={isPending} />
        <VendorChanges slug={vendor.slug} record={record} />
      </Columns>
    </Container>
  );
}
