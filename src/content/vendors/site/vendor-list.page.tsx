import { createFileRoute } from '@tanstack/react-router';
import { listQuery, pathQuery, pathWith } from '#site/api/queries.ts';
import { useKept } from '#site/api/use-answer.ts';
import { collectionLd } from '#site/head/json-ld.ts';
import { type ListInfo, listHead, loadPage } from '#site/list/list-route.ts';
import { ListError, ListPages, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading, PageFrame } from '#site/list/page-frame.tsx';
import { stepTo } from '#site/list/step-to.ts';
import { VendorCard, type VendorCardData } from '#site/vendor-card.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { type Facets, VendorFilters } from './vendor-filters.tsx';
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
  overline: 'Directory',
  title: 'Family Office Software Vendors',
  description:
    'Search and filter family office software vendors by task, market and minimum assets. Every profile names its sources and the date it was last verified.',
  lead: 'Each platform is described from public sources, with the date it was last verified. What we could not confirm is left empty.',
  actions: [
    { href: '/compare', label: 'Compare Tools' },
    { href: '/buyers-guides', label: "Read Buyer's Guides" },
  ],
};
const ERROR_TEXT = 'Error loading vendors. Please try again later.';

const vendorsQuery = (search: VendorSearch) =>
  listQuery<VendorCardData>('vendors', listParams(search));
const facetsQuery = (search: VendorSearch) =>
  pathQuery<Facets>(pathWith('/api/vendor-facets', facetParams(search)));

export const Route = createFileRoute('/vendors')({
  validateSearch: readVendorSearch,
  loaderDeps: ({ search }) => readVendorSearch(search),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // Another filter on the same page: the list stays until the next one is there.
    if (cause === 'stay') return [];
    const [vendors] = await Promise.all([
      loadPage(queryClient.ensureQueryData(vendorsQuery(deps)), deps),
      queryClient.ensureQueryData(facetsQuery(deps)),
    ]);
    return vendors.items.map(({ name, slug }) => ({ name, path: `/vendors/${slug}` }));
  },
  head: listHead({ list: LIST, jsonLd: collectionLd, isFiltered }),
  component: VendorListPage,
  pendingComponent: () => <ListLoading list={LIST} />,
  errorComponent: () => (
    <ListError list={LIST} way={{ href: '/compare', label: 'Compare two platforms' }}>
      {ERROR_TEXT}
    </ListError>
  ),
  notFoundComponent: () => <NoSuchPage list={LIST} />,
});

function VendorListPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: list, isOld } = useKept(vendorsQuery(search));
  const { data: facets } = useKept(facetsQuery(search));
  if (!list || !facets) return <ListLoading list={LIST} />;
  if (search.page && list.items.length === 0) return <NoSuchPage list={LIST} />;
  const apply = (next: VendorSearch) => navigate(stepTo(search, next));
  const clear = () => apply({});
  return (
    <PageFrame page={LIST}>
      <VendorFilters search={search} facets={facets} onChange={apply} />
      <div className="mt-5 mb-8 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <LiveCount>
          Showing {list.items.length} of {facets.total} vendors
        </LiveCount>
        <ButtonLink
          href="/vendors"
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
          action={<Button onClick={clear}>Clear all filters</Button>}
        />
      ) : (
        <div aria-busy={isOld} className="aria-busy:opacity-60">
          <CardGrid columns={3} label="Vendors">
            {list.items.map((vendor) => (
              <VendorCard key={vendor.slug} vendor={vendor} />
            ))}
          </CardGrid>
        </div>
      )}
      <ListPages list={LIST} search={search} total={list.total} size={VENDORS_PER_PAGE} />
    </PageFrame>
  );
}
