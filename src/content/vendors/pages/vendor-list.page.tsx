import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { CardResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { Evidence } from '#content/shared/coverage/evidence.tsx';
import { listWords } from '#platform/words.ts';
import { listQuery, pathQuery } from '#site/api/queries.ts';
import { type Crumb, collectionLd } from '#site/head/page-head.ts';
import { type ListRouteInfo, listRoute } from '#site/list/list-page.tsx';
import { linksOf, loadPage } from '#site/list/list-route.ts';
import { FilterRefused, ListPages } from '#site/list/list-states.tsx';
import { PageFrame } from '#site/list/page-frame.tsx';
import { useFilters } from '#site/list/use-filters.ts';
import { MAX_SHORTLISTED } from '#site/shortlist/shortlist-store.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CardGrid } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { VendorCard } from '../vendor.card.tsx';
import { VendorFilters } from './vendor-filters.tsx';
import {
  type Facets,
  filtersOf,
  isFiltered,
  listParams,
  readVendorSearch,
  VENDORS_PER_PAGE,
  type VendorSearch,
} from './vendor-search.ts';

const WAYS_ON = [
  [hrefTo('/features/matrix'), 'Feature matrix'],
  [hrefTo('/data'), 'Open data: CSV and JSON'],
] as const;

const vendorsQuery = (search: VendorSearch) => listQuery('vendors', listParams(search));
const facetsQuery = (search: VendorSearch) => pathQuery('/api/vendor-facets', filtersOf(search));

const askedIn = ({ feature = [] }: VendorSearch, { understood }: Facets) => {
  const slugs = [...feature, ...understood.map(({ slug }) => slug)];
  return slugs.length > 0 ? [...new Set(slugs)] : undefined;
};

const LIST = {
  path: '/vendors',
  title: 'Family Office Software Vendors',
  description:
    'Search and filter family office software vendors by documented feature, task and market. Every profile names its sources and the date it was last verified.',
  lead: 'Each platform is described from public sources, with the date it was last verified. What we could not confirm is left empty.',
  actions: [
    { href: hrefTo('/compare'), label: 'Compare Tools' },
    { href: hrefTo('/buyers-guides'), label: "Read Buyer's Guides" },
  ],
  error: 'Error loading vendors. Please try again later.',
  way: { href: hrefTo('/compare'), label: 'Compare two platforms' },
  jsonLd: collectionLd,
  isFiltered,
  read: readVendorSearch,
  load: async (queryClient: QueryClient, search: VendorSearch) => {
    const [vendors, facets] = await Promise.all([
      loadPage(queryClient.ensureQueryData(vendorsQuery(search)), search),
      queryClient.ensureQueryData(facetsQuery(search)),
    ]);
    const evidence = askedEvidenceQuery(askedIn(search, facets), vendors.items);
    if (evidence.enabled) await queryClient.ensureQueryData(evidence);
    return linksOf('/vendors', vendors.items);
  },
} satisfies ListRouteInfo<Crumb, VendorSearch>;

export const Route = createFileRoute('/vendors')({
  ...listRoute(LIST),
  component: VendorListPage,
});

function VendorListPage() {
  const search = Route.useSearch();
  const filters = useFilters(LIST, search);
  const { data: list } = useSuspenseQuery(vendorsQuery(search));
  const { data: facets } = useSuspenseQuery(facetsQuery(search));
  const askedSlugs = askedIn(search, facets);
  const { data: evidence } = useQuery(askedEvidenceQuery(askedSlugs, list.items));
  const { feature = [] } = search;
  const options = facets.features.flatMap((group) => group.options);
  const asked = feature.flatMap((slug) => options.find(({ value }) => value === slug)?.label ?? []);
  const listed = list.items.slice(0, MAX_SHORTLISTED).map(({ slug }) => slug);
  return (
    <PageFrame page={LIST}>
      <VendorFilters filters={filters} facets={facets} />
      {filters.isRefused && <FilterRefused />}
      <div className="mt-5 mb-8 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <LiveCount>
          Showing {list.items.length} of {facets.total} vendors
        </LiveCount>
        <NeedsLink search={search} facets={facets} asked={askedSlugs} />
        {feature.length > 0 && listed.length > 0 && (
          <ButtonLink
            href={hrefTo('/shortlist', {}, { v: listed.join(), need: feature.join() })}
            rel="nofollow"
          >
            Score these
          </ButtonLink>
        )}
        <ButtonLink {...filters.linkTo({})} variant="quiet">
          Clear Filters
        </ButtonLink>
      </div>
      {list.items.length === 0 ? (
        <EmptyState
          title="No vendors found"
          text="Try adjusting your search terms or filters to find more results."
          action={
            <>
              <Button onClick={() => filters.apply({})}>Clear all filters</Button>
              {search.q && (
                <ButtonLink href={hrefTo('/search', {}, { q: search.q })}>
                  Search the whole site for “{search.q}”
                </ButtonLink>
              )}
            </>
          }
        />
      ) : (
        <div aria-busy={filters.isOld} className="aria-busy:opacity-60">
          <CardGrid columns={3} label="Vendors">
            {list.items.map((vendor) => (
              <VendorCard
                key={vendor.slug}
                vendor={vendor}
                asked={asked}
                evidence={
                  <AskedEvidence
                    vendor={vendor.slug}
                    asked={askedSlugs}
                    understood={facets.understood}
                    rows={evidence?.items}
                  />
                }
              />
            ))}
          </CardGrid>
        </div>
      )}
      <ListPages list={LIST} search={search} total={list.total} size={VENDORS_PER_PAGE} />
      <p className="no-print mt-12 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-5 text-sm">
        {WAYS_ON.map(([href, words]) => (
          <a key={href} href={href} className="touch text-link">
            {words}
          </a>
        ))}
      </p>
    </PageFrame>
  );
}

interface NeedsLinkProps {
  search: VendorSearch;
  facets: Facets;
  /** Features that were chosen, and those that the words name. */
  asked: string[] | undefined;
}

/** To the order by needs, which takes features, one market and one category; what it cannot take is named. */
function NeedsLink({ search, facets, asked }: NeedsLinkProps) {
  const { q, aum = [] } = search;
  const [market, ...markets] = search.market ?? [];
  const [category, ...categories] = search.category ?? [];
  const bands = facets.aum.filter(({ value }) => aum.includes(value)).map(({ label }) => label);
  const words = q && facets.understood.length === 0 ? [`“${q}”`] : [];
  const left = [...markets, ...categories, ...bands, ...words];
  return (
    <p className="text-sm">
      <a href={hrefTo('/needs', {}, { f: asked, market, category })} className="touch text-link">
        Order all by your needs
      </a>
      {left.length > 0 && <span className="text-faint"> without {listWords(left)}</span>}
    </p>
  );
}

/** As many as a list answers at once: a page of vendors with a dozen features each. */
const MAX_ROWS = 500;

const askedEvidenceQuery = (
  asked: readonly string[] | undefined,
  vendors: readonly { slug: string }[],
) => ({
  ...listQuery('coverage', {
    vendor: vendors.map(({ slug }) => slug),
    feature: asked,
    limit: MAX_ROWS,
  }),
  enabled: asked !== undefined && vendors.length > 0,
});

const REASONS = { documented: 'documents', partial: 'partly documents', absent: '' } as const;

interface AskedEvidenceProps {
  vendor: string;
  /** In the order in which the features were chosen. */
  asked: readonly string[] | undefined;
  understood: Facets['understood'];
  rows: readonly CardResponse<'coverage'>[] | undefined;
}

function AskedEvidence({ vendor, asked = [], understood, rows = [] }: AskedEvidenceProps) {
  const own = rows.filter((row) => row.vendor?.slug === vendor);
  const shown = asked.flatMap((slug) => own.find(({ feature }) => feature?.slug === slug) ?? []);
  if (shown.length === 0) return null;
  const meant = shown.filter(({ feature }) =>
    understood.some(({ slug }) => slug === feature?.slug),
  );
  const reasons = meant.flatMap(({ level, feature }) =>
    REASONS[level] ? `${REASONS[level]} ${feature?.name}` : [],
  );
  return (
    <>
      {reasons.length > 0 && <p className="mt-3 text-sm font-medium">{reasons.join(', ')}</p>}
      <ul aria-label="Evidence" className="mt-4 border-t border-line text-xs">
        {shown.map((row) => (
          <li key={row.featureId} className="border-b border-line py-2">
            <p className="text-faint">{row.feature?.name}</p>
            <Evidence cell={row} about={`/vendors/${vendor}#${row.feature?.slug}`} />
          </li>
        ))}
      </ul>
    </>
  );
}
