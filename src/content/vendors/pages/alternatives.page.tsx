import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { ItemLink } from '#content/shared/item-link.tsx';
import { loadOrNotFound, pathQuery } from '#site/api/queries.ts';
import {
  absentHead,
  breadcrumbLd,
  collectionLd,
  HOME,
  pageHead,
  summaryOf,
} from '#site/head/page-head.ts';
import { ItemError, ItemFrame, ItemLoading } from '#site/item/item-frame.tsx';
import { NotFoundView } from '#site/not-found.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader, SectionHeading } from '#ui/headings.tsx';
import { ENOUGH_ALTERNATIVES } from '../alternatives/enough.ts';
import { Alternative, type AlternativesResponse } from './alternative.tsx';

const alternativesQuery = (slug: string) =>
  pathQuery('/api/vendors/{id}/alternatives', { id: slug });

const trailTo = ({ slug, name }: AlternativesResponse['vendor']) => [
  HOME,
  { name: 'Vendors', path: hrefTo('/vendors') },
  { name, path: hrefTo('/vendors/$slug', { slug }) },
];

export const Route = createFileRoute('/vendors/$slug/alternatives')({
  loader: ({ context: { queryClient }, params, location }) =>
    loadOrNotFound(location.pathname, () =>
      queryClient.ensureQueryData(alternativesQuery(params.slug)),
    ),
  head: ({ match, loaderData }) => {
    const { site } = match.context;
    if (!loaderData) return absentHead(match, 'Vendor Not Found');
    const { vendor, alternatives } = loaderData;
    const profile = hrefTo('/vendors/$slug', { slug: vendor.slug });
    const path = `${profile}/alternatives`;
    const name = `Alternatives to ${vendor.name}`;
    const description = summaryOf(
      `Alternatives to ${vendor.name} for family offices, ordered by the documented features that they share: what each shares, lacks and adds, with the evidence.`,
    );
    const entries = alternatives.map((one) => ({
      name: one.vendor.name,
      path: hrefTo('/vendors/$slug', { slug: one.vendor.slug }),
    }));
    return pageHead({
      site,
      path,
      title: `${name} - ${site.name}`,
      description,
      cardOf: profile,
      noindex: alternatives.length < ENOUGH_ALTERNATIVES,
      jsonLd: [
        collectionLd(site, { name, description, path }, entries),
        breadcrumbLd(site, [...trailTo(vendor), { name: 'Alternatives', path }]),
      ],
    });
  },
  component: AlternativesPage,
  pendingComponent: ItemLoading,
  notFoundComponent: NotFoundView,
  errorComponent: ItemError,
});

function AlternativesPage() {
  const { slug } = Route.useParams();
  const { data } = useSuspenseQuery(alternativesQuery(slug));
  const { vendor, alternatives } = data;
  return (
    <ItemFrame place={{ trail: trailTo(vendor) }} name="Alternatives">
      <PageHeader
        title={`Alternatives to ${vendor.name}`}
        lead={<p>Who documents most of what {vendor.name} documents, and where they differ.</p>}
      />
      <Rule data={data} />
      {alternatives.length === 0 ? (
        <EmptyState
          text={`No other vendor documents a feature that we found documented for ${vendor.name}.`}
          action={<ButtonLink href={hrefTo('/vendors')}>Browse all vendors</ButtonLink>}
        />
      ) : (
        <ol className="border-t border-heavy">
          {alternatives.map((one) => (
            <Alternative key={one.vendor.slug} vendor={vendor} alternative={one} />
          ))}
        </ol>
      )}
      <Excluded excluded={data.excluded} />
    </ItemFrame>
  );
}

function Rule({
  data: { vendor, documented, asOf, alternatives },
}: {
  data: AlternativesResponse;
}) {
  return (
    <section aria-label="How this list is made" className="mb-12 max-w-measure text-sm text-soft">
      <p>
        {vendor.name} has {documented} documented {documented === 1 ? 'feature' : 'features'} here.
        The list holds at most ten vendors that document some of the same, ordered by what they
        share: a feature counts the more, the fewer vendors document it, and among equals shared
        markets decide. What is not confirmed is neither for nor against a vendor. Nobody can pay
        for a place.{' '}
        <a href={hrefTo('/$slug', { slug: 'methodology' })} className="text-link">
          How we research
        </a>
      </p>
      {asOf && (
        <p className="mt-3">
          Newest check among these vendors: <time dateTime={asOf}>{formatDate(asOf)}</time>.{' '}
          {alternatives.length < ENOUGH_ALTERNATIVES &&
            'Few pages say anything yet, so the list is short.'}
        </p>
      )}
    </section>
  );
}

function Excluded({ excluded }: { excluded: AlternativesResponse['excluded'] }) {
  if (excluded.length === 0) return null;
  return (
    <section className="mt-14">
      <SectionHeading title="Left out by the desk" />
      <ul className="border-t border-line text-sm">
        {excluded.map(({ vendor, reason }) => (
          <li key={vendor.slug} className="border-b border-line py-3">
            <ItemLink to="/vendors" item={vendor} className="text-link" />: {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}
