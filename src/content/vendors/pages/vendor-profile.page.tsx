import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, isNotFound, notFound } from '@tanstack/react-router';
import type { PropertyValue, SoftwareApplication, WithContext } from 'schema-dts';
import { hrefTo } from '#client/href-to.ts';
import { comparisonsOfQuery } from '#content/comparisons/comparisons.query.ts';
import type { CoverageGroup } from '#content/shared/coverage/coverage-schema.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { apiGet } from '#site/api/api-client.ts';
import { itemQuery, loadOrNotFound, loadParts, partQuery } from '#site/api/queries.ts';
import { ItemError, ItemFrame, ItemLoading } from '#site/item/item-frame.tsx';
import { type ItemPlace, itemHead } from '#site/item/item-head.ts';
import { withoutPlaceholder, withoutPlaceholders } from '#site/placeholders.ts';
import { ShortlistButton } from '#site/shortlist/shortlist-button.tsx';
import type { SiteInfo } from '#site/site-info.ts';
import { BadgeList } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Columns } from '#ui/columns.tsx';
import { PageHeader, SectionHeading } from '#ui/headings.tsx';
import { Logo } from '#ui/logo.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { FOLDER } from '../site.ts';
import { logosOf, ReviewLinks } from '../vendor.card.tsx';
import type { Vendor } from '../vendors.collection.ts';
import { VendorAside } from './vendor-aside.tsx';
import { DecisiveFacts } from './vendor-facts.tsx';
import { partsOf, type VendorPage } from './vendor-sections.tsx';

const vendorQuery = (slug: string) => itemQuery('vendors', slug);

const PLACE: ItemPlace = {
  folder: FOLDER,
  trail: [{ name: 'Vendors', path: hrefTo('/vendors') }],
  missing: 'Vendor Not Found',
};

const NEAREST = 3;
const MAX_QUERY = 200;

const coverageQuery = (slug: string) => partQuery([], '/api/vendors/{id}/coverage', { id: slug });

/** Vendors whose names are most like a slug that names none; without them the page does as well. */
const nearestTo = async (slug: string) => {
  const q = slug.replaceAll('-', ' ').slice(0, MAX_QUERY);
  const { items } = await apiGet('/api/search/suggestions', { q }).catch(() => ({ items: [] }));
  return items.filter(({ path }) => path.startsWith(`${FOLDER}/`)).slice(0, NEAREST);
};

type DescribedSoftware = WithContext<SoftwareApplication> & {
  additionalProperty?: PropertyValue[];
};

const propertiesOf = (coverage: readonly CoverageGroup[]): PropertyValue[] =>
  coverage
    .flatMap(({ rows }) => rows)
    .filter(({ cells }) => cells[0]?.level === 'documented')
    .map(({ feature }) => ({ '@type': 'PropertyValue', name: feature.name, value: 'Documented' }));

interface Profile extends VendorPage {
  coverage: readonly CoverageGroup[];
}

/** Offers and ratings stand here only where true data exists; today there is none. */
const softwareLd = (site: SiteInfo, { coverage, ...vendor }: Profile): DescribedSoftware => ({
  '@context': 'https://schema.org',
  '@type': 'SoftwareApplication',
  name: vendor.name,
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Web',
  url: `${site.url}${hrefTo('/vendors/$slug', { slug: vendor.slug })}`,
  description: withoutPlaceholder(vendor.description) ?? undefined,
  ...(vendor.website ? { sameAs: vendor.website } : {}),
  ...(withoutPlaceholders(vendor.features).length > 0
    ? { featureList: withoutPlaceholders(vendor.features) }
    : {}),
  ...(propertiesOf(coverage).length > 0 ? { additionalProperty: propertiesOf(coverage) } : {}),
});

export const Route = createFileRoute('/vendors/$slug')({
  loader: async ({ context: { queryClient }, params, location }) => {
    const vendor = await loadOrNotFound(queryClient, location, vendorQuery(params.slug)).catch(
      async (error) => {
        if (!isNotFound(error)) throw error;
        throw notFound({ data: await nearestTo(params.slug) });
      },
    );
    const [coverage] = await Promise.all([
      queryClient.ensureQueryData(coverageQuery(params.slug)),
      loadParts(queryClient, comparisonsOfQuery(vendor.id)),
    ]);
    return { ...vendor, coverage };
  },
  head: itemHead<Profile>({
    place: PLACE,
    nameOf: ({ name }) => name,
    describe: ({ description, name }) => withoutPlaceholder(description) ?? name,
    titleFor: ({ name }, site) => `${name} - ${site.name} features, pricing and reviews`,
    jsonLd: softwareLd,
  }),
  component: VendorProfilePage,
  pendingComponent: ItemLoading,
  notFoundComponent: ({ data }) => <VendorNotFound nearest={Array.isArray(data) ? data : []} />,
  errorComponent: ItemError,
});

/** With the nearest names, as the loader gave them to `notFound()`. */
function VendorNotFound({ nearest }: { nearest: Awaited<ReturnType<typeof nearestTo>> }) {
  return (
    <NotFoundScreen
      heading={PLACE.missing}
      text="The vendor you're looking for doesn't exist or has been removed."
      actions={[
        { href: hrefTo('/vendors'), label: 'View All Vendors' },
        ...nearest.map(({ title, path }) => ({ href: path, label: `Did you mean ${title}?` })),
      ]}
    />
  );
}

function VendorProfilePage() {
  const { slug } = Route.useParams();
  const { data: vendor } = useSuspenseQuery(vendorQuery(slug));
  const { data: coverage } = useSuspenseQuery(coverageQuery(slug));
  const parts = partsOf({ vendor, coverage });
  const description = withoutPlaceholder(vendor.description);
  return (
    <ItemFrame place={PLACE} name={vendor.name} isDraft={!vendor.isPublished}>
      <div className="grid gap-x-16 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <PageHeader
          media={<Logo size="lg" sources={logosOf(vendor)} name={vendor.name} />}
          title={vendor.name}
          lead={description && <p>{description}</p>}
          meta={<BadgeList items={withoutPlaceholders(vendor.features)} label="Features" />}
          actions={
            <>
              {vendor.website && (
                <ButtonLink external variant="primary" href={vendor.website}>
                  Visit Website
                </ButtonLink>
              )}
              <ReviewLinks vendor={vendor} />
              <ShortlistButton vendor={vendor} />
            </>
          }
        />
        <DecisiveFacts vendor={vendor} />
      </div>
      <Columns
        headings={[...parts, COMPARISONS]}
        isAsideFirst
        aside={<VendorAside vendor={vendor} coverage={coverage} />}
      >
        {parts.map(({ section }) => section)}
        <RelatedInfo item={vendor} />
        <VendorComparisons vendor={vendor} />
      </Columns>
    </ItemFrame>
  );
}

const COMPARISONS = { id: 'comparisons', text: 'Comparisons' };

function VendorComparisons({ vendor: { id, name, slug } }: { vendor: Vendor }) {
  const { data: comparisons, isPending } = useQuery(comparisonsOfQuery(id));
  const tool = hrefTo('/compare', {}, { vendor: slug });
  return (
    <section>
      <SectionHeading title={COMPARISONS.text} id={COMPARISONS.id} />
      {isPending && (
        <div role="status" aria-label="Loading">
          <Skeleton />
        </div>
      )}
      {comparisons && comparisons.length > 0 && (
        <RuledList
          items={comparisons.map((comparison) => ({
            href: hrefTo('/compare/$pair', { pair: comparison.slug }),
            title: `${comparison.vendorAName} vs ${comparison.vendorBName}`,
            text: comparison.description,
          }))}
        />
      )}
      {comparisons?.length === 0 && (
        <p className="text-soft">
          <a href={tool} className="text-link">
            No direct comparisons available yet. Compare {name} with other vendors using our
            comparison tool.
          </a>
        </p>
      )}
      <ButtonLink href={tool} className="mt-6">
        Compare with Other Vendors
      </ButtonLink>
    </section>
  );
}
