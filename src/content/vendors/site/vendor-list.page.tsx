import { createFileRoute } from '@tanstack/react-router';
import { listQuery, pathQuery, pathWith } from '#site/api/queries.ts';
import { useKept } from '#site/api/use-kept.ts';
import { collectionLd } from '#site/head/json-ld.ts';
import { pageHead } from '#site/head/page-head.ts';
import { stringifySearch } from '#site/search-params.ts';
import { VendorCard, type VendorCardData } from '#site/vendor-card.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { Container } from '#ui/container.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SkeletonCards } from '#ui/skeleton.tsx';
import { type Facets, VendorFilters } from './vendor-filters.tsx';
import {
  facetParams,
  isFiltered,
  listParams,
  readVendorSearch,
  VENDORS_PER_PAGE,
  type VendorSearch,
} from './vendor-search.ts';

const TITLE = 'Family Office Software Vendors';
const DESCRIPTION =
  'Search and filter family office software vendors by task, market and minimum assets. Every profile names its sources and the date it was last verified.';
const ERROR_TEXT = 'Error loading vendors. Please try again later.';

const vendorsQuery = (search: VendorSearch) =>
  listQuery<VendorCardData>('vendors', listParams(search));
const facetsQuery = (search: VendorSearch) =>
  pathQuery<Facets>(pathWith('/api/vendor-facets', facetParams(search)));

export const Route = createFileRoute('/vendors')({
  validateSearch: readVendorSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // Another filter on the same page: the list stays until the next one is there.
    if (cause === 'stay') return { names: [] };
    const [vendors] = await Promise.all([
      queryClient.ensureQueryData(vendorsQuery(deps)),
      queryClient.ensureQueryData(facetsQuery(deps)),
    ]);
    return { names: vendors.items.map(({ name, slug }) => ({ name, path: `/vendors/${slug}` })) };
  },
  head: ({ match, loaderData }) => {
    const { site } = match.context;
    const path = `/vendors${stringifySearch({ page: match.search.page })}`;
    return pageHead({
      site,
      path,
      title: `${TITLE} - ${site.name}`,
      description: DESCRIPTION,
      noindex: isFiltered(match.search),
      jsonLd: collectionLd(
        site,
        { name: TITLE, description: DESCRIPTION, path },
        loaderData?.names ?? [],
      ),
    });
  },
  component: VendorListPage,
  pendingComponent: Loading,
  errorComponent: () => (
    <Frame>
      <ErrorText action={<ButtonLink href="/compare">Compare two platforms</ButtonLink>}>
        {ERROR_TEXT}
      </ErrorText>
    </Frame>
  ),
});

function Loading() {
  return (
    <Frame>
      <SkeletonCards count={6} columns={3} />
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <Container>
      <PageHeader
        overline="Directory"
        title={TITLE}
        lead={
          <p>
            Each platform is described from public sources, with the date it was last verified. What
            we could not confirm is left empty.
          </p>
        }
        actions={
          <>
            <ButtonLink href="/compare" variant="primary">
              Compare Tools
            </ButtonLink>
            <ButtonLink href="/buyers-guides">Read Buyer's Guides</ButtonLink>
          </>
        }
      />
      {children}
    </Container>
  );
}

function VendorListPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: list, isOld } = useKept(vendorsQuery(search));
  const { data: facets } = useKept(facetsQuery(search));
  if (!list || !facets) return <Loading />;
  // Every choice is a step back; the letters of one word are not.
  const apply = (next: VendorSearch) =>
    navigate({
      search: next,
      replace: Boolean(search.q) && next.q !== search.q,
      resetScroll: false,
    });
  const clear = () => apply({});
  const pages = Math.ceil(list.total / VENDORS_PER_PAGE);

  return (
    <Frame>
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
      <Pagination
        page={search.page ?? 1}
        pages={pages}
        hrefFor={(page) =>
          `/vendors${stringifySearch({ ...search, page: page > 1 ? page : undefined })}`
        }
      />
    </Frame>
  );
}
