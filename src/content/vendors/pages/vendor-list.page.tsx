import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { listQuery, pathQuery } from '#site/api/queries.ts';
import { collectionLd } from '#site/head/page-head.ts';
import { type ListInfo, linksOf, listHead, loadPage } from '#site/list/list-route.ts';
import { FilterRefused, ListError, ListPages, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading, PageFrame } from '#site/list/page-frame.tsx';
import { stepTo, useFilteredList, useKeptQuery } from '#site/list/use-filtered-list.ts';
import { MAX_SHORTLISTED } from '#site/shortlist/shortlist-store.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CardGrid } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { VendorCard } from '../vendor.card.tsx';
import { AskedEvidence } from './asked-evidence.tsx';
import { askedEvidenceQuery } from './asked-evidence-query.ts';
import { NeedsLink } from './needs-link.tsx';
import type { Facets } from './option-group.tsx';
import { VendorFilters } from './vendor-filters.tsx';
import {
  facetParams,
  isFiltered,
  listParams,
  readVendorSearch,
  VENDORS_PER_PAGE,
  type VendorSearch,
} from './vendor-search.ts';

const LIST: ListInfo = {
  path: '/vendors',
  title: 'Family Office Software Vendors',
  description:
    'Search and filter family office software vendors by documented feature, task and market. Every profile names its sources and the date it was last verified.',
  lead: 'Each platform is described from public sources, with the date it was last verified. What we could not confirm is left empty.',
  actions: [
    { href: hrefTo('/compare'), label: 'Compare Tools' },
    { href: hrefTo('/buyers-guides'), label: "Read Buyer's Guides" },
  ],
};
const ERROR_TEXT = 'Error loading vendors. Please try again later.';

const vendorsQuery = (search: VendorSearch) => listQuery('vendors', listParams(search));
const facetsQuery = (search: VendorSearch) => pathQuery('/api/vendor-facets', facetParams(search));

const askedIn = ({ feature = [] }: VendorSearch, facets: Facets | undefined) => {
  const slugs = [...feature, ...(facets?.understood ?? []).map(({ slug }) => slug)];
  return slugs.length > 0 ? [...new Set(slugs)] : undefined;
};

export const Route = createFileRoute('/vendors')({
  validateSearch: readVendorSearch,
  loaderDeps: ({ search }) => readVendorSearch(search),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // Another filter waits for nothing: useFilteredList.
    if (cause === 'stay')
      return linksOf('/vendors', queryClient.getQueryData(vendorsQuery(deps).queryKey));
    const [vendors, facets] = await Promise.all([
      loadPage(queryClient.ensureQueryData(vendorsQuery(deps)), deps),
      queryClient.ensureQueryData(facetsQuery(deps)),
    ]);
    const evidence = askedEvidenceQuery(askedIn(deps, facets), vendors.items);
    if (evidence.enabled) await queryClient.ensureQueryData(evidence);
    return linksOf('/vendors', vendors);
  },
  head: listHead({ list: LIST, jsonLd: collectionLd, isFiltered }),
  component: VendorListPage,
  pendingComponent: () => <ListLoading list={LIST} />,
  errorComponent: () => (
    <ListError list={LIST} way={{ href: hrefTo('/compare'), label: 'Compare two platforms' }}>
      {ERROR_TEXT}
    </ListError>
  ),
  notFoundComponent: () => <NoSuchPage list={LIST} />,
});

function VendorListPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const facetsOf = useKeptQuery(facetsQuery(search));
  const { data: facets } = facetsOf;
  const {
    data: list,
    isOld,
    isRefused,
  } = useFilteredList({
    query: vendorsQuery(search),
    loaded: Route.useLoaderData(),
    search,
    hasPartFailed: facetsOf.hasFailed,
    onRefuse: (shown) => navigate({ search: shown, replace: true, resetScroll: false }),
  });
  const askedSlugs = askedIn(search, facets);
  const { data: evidence } = useQuery(askedEvidenceQuery(askedSlugs, list?.items ?? []));
  if (!list || !facets) return <ListLoading list={LIST} />;
  if (search.page && list.items.length === 0) return <NoSuchPage list={LIST} />;
  const apply = (next: VendorSearch) => navigate(stepTo(search, next));
  const clear = () => apply({});
  const options = facets.features.flatMap((group) => group.options);
  const asked = (search.feature ?? []).flatMap(
    (slug) => options.find(({ value }) => value === slug)?.label ?? [],
  );
  return (
    <PageFrame page={LIST}>
      <VendorFilters search={search} facets={facets} isOld={facetsOf.isOld} onChange={apply} />
      {isRefused && <FilterRefused />}
      <div className="mt-5 mb-8 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <LiveCount>
          Showing {list.items.length} of {facets.total} vendors
        </LiveCount>
        <NeedsLink search={search} facets={facets} asked={askedSlugs} />
        {search.feature && list.items.length > 0 && (
          <ButtonLink
            href={hrefTo(
              '/shortlist',
              {},
              {
                v: list.items
                  .map(({ slug }) => slug)
                  .slice(0, MAX_SHORTLISTED)
                  .join(','),
                need: search.feature.join(','),
              },
            )}
            rel="nofollow"
          >
            Score these
          </ButtonLink>
        )}
        <ButtonLink
          href={hrefTo('/vendors')}
          variant="quiet"
          onClick={(event) => {
            event.preventDefault();
            clear();
          }}
        >
          Clear Filters
        </ButtonLink>
      </div>
      {list.items.length === 0 ? (
        <EmptyState
          title="No vendors found"
          text="Try adjusting your search terms or filters to find more results."
          action={
            <>
              <Button onClick={clear}>Clear all filters</Button>
              {search.q && (
                <ButtonLink href={hrefTo('/search', {}, { q: search.q })}>
                  Search the whole site for “{search.q}”
                </ButtonLink>
              )}
            </>
          }
        />
      ) : (
        <div aria-busy={isOld} className="aria-busy:opacity-60">
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
        <a href={hrefTo('/features/matrix')} className="touch text-link">
          Feature matrix
        </a>
        <a href={hrefTo('/changes')} className="touch text-link">
          What changed about vendors
        </a>
        <a href={hrefTo('/data')} className="touch text-link">
          Open data: CSV and JSON
        </a>
      </p>
    </PageFrame>
  );
}
