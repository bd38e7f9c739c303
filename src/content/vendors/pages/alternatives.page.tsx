import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { ResponseOf } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { pairPath } from '#content/comparisons/site.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { ItemLink, ItemLinks, TITLE_LINK } from '#content/shared/item-link.tsx';
import { counted } from '#platform/words.ts';
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
import { withoutPlaceholder } from '#site/placeholders.ts';
import { ShortlistButton } from '#site/shortlist/shortlist-button.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader, SectionHeading } from '#ui/headings.tsx';
import { ENOUGH_ALTERNATIVES } from '../site.ts';

const alternativesQuery = (slug: string) =>
  pathQuery('/api/vendors/{id}/alternatives', { id: slug });

const trailTo = ({ slug, name }: AlternativesResponse['vendor']) => [
  HOME,
  { name: 'Vendors', path: hrefTo('/vendors') },
  { name, path: hrefTo('/vendors/$slug', { slug }) },
];

export const Route = createFileRoute('/vendors/$slug/alternatives')({
  loader: ({ context: { queryClient }, params, location }) =>
    loadOrNotFound(queryClient, location, alternativesQuery(params.slug)),
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
      {data.excluded.length > 0 && (
        <section className="mt-14">
          <SectionHeading title="Left out by the desk" />
          <ul className="border-t border-line text-sm">
            {data.excluded.map((one) => (
              <li key={one.vendor.slug} className="border-b border-line py-3">
                <ItemLink to="/vendors" item={one.vendor} className="text-link" />: {one.reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </ItemFrame>
  );
}

function Rule({ data }: { data: AlternativesResponse }) {
  const { vendor, documented, asOf, alternatives } = data;
  return (
    <section aria-label="How this list is made" className="mb-12 max-w-measure text-sm text-soft">
      <p>
        {vendor.name} has {counted(documented, 'documented feature', 'documented features')} here.
        The list holds at most ten vendors that document some of the same, ordered by what they
        share. Rare features weigh more, and among equals shared markets decide. What is not
        confirmed is neither for nor against a vendor. Nobody can pay for a place.{' '}
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

type AlternativesResponse = ResponseOf<'get', '/api/vendors/{id}/alternatives'>;
type Named = AlternativesResponse['vendor'];

interface AlternativeProps {
  vendor: Named;
  alternative: AlternativesResponse['alternatives'][number];
}

function Alternative({ vendor, alternative }: AlternativeProps) {
  const { vendor: other, description, reason, shares, lacks, adds, markets } = alternative;
  return (
    <li className="grid gap-x-12 gap-y-5 border-b border-line py-7 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="min-w-0">
        <h2 className="text-h3 font-semibold">
          <ItemLink to="/vendors" item={other} className={TITLE_LINK} />
        </h2>
        <p className="mt-2 text-sm text-soft">{withoutPlaceholder(description)}</p>
        {reason && (
          <p className="mt-2 text-sm">
            <strong className="font-medium">Put first by the desk:</strong> {reason}
          </p>
        )}
        <div className="no-print mt-4 flex flex-wrap items-center gap-x-5 gap-y-3 text-sm">
          <ShortlistButton vendor={other} />
          {/* Any two can be compared; search engines find the pairs with a written comparison. */}
          <a href={pairPath([vendor.slug, other.slug])} rel="nofollow" className="text-link">
            Compare {vendor.name} and {other.name}
          </a>
        </div>
      </div>
      <dl className="min-w-0 space-y-4 text-sm">
        <FeatureNames label="Shares" features={shares} />
        <FeatureNames label={`Documented for ${vendor.name}, not here`} features={lacks} />
        <FeatureNames label={`Documented here, not for ${vendor.name}`} features={adds} />
        {markets.length > 0 && (
          <div>
            <dt className="text-xs text-faint">Markets in common</dt>
            <dd className="mt-1">{markets.join(', ')}</dd>
          </div>
        )}
      </dl>
    </li>
  );
}

/** So many are read at a glance; the rest is folded. */
const SHOWN = 8;

function FeatureNames({ label, features }: { label: string; features: readonly Named[] }) {
  if (features.length === 0) return null;
  const first = features.slice(0, SHOWN);
  const rest = features.slice(SHOWN);
  return (
    <div>
      <dt className="text-xs text-faint">
        {label} ({features.length})
      </dt>
      <dd className="mt-1">
        <ItemLinks to="/features" items={first} />
        {rest.length > 0 && (
          <details className="mt-1">
            <summary className="touch min-h-6 list-none text-faint underline decoration-rule underline-offset-4 hover:text-accent">
              {rest.length} more
            </summary>
            <ItemLinks to="/features" items={rest} />
          </details>
        )}
      </dd>
    </div>
  );
}
