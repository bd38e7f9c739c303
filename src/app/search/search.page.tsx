import { createFileRoute } from '@tanstack/react-router';
import { isMissing } from '#client/api-client.ts';
import { hrefTo } from '#client/href-to.ts';
import { pathQuery } from '#site/api/queries.ts';
import { screenHead } from '#site/head/page-head.ts';
import { ListError } from '#site/list/list-states.tsx';
import { ListLoading, PageFrame } from '#site/list/page-frame.tsx';
import { SearchForm } from '#ui/search-field.tsx';
import { SearchResults } from './search-results.tsx';
import { readSearch, type SiteSearch } from './site-search.ts';

const PAGE = {
  title: 'Search the Guide',
  lead: 'Vendors, features, terms, guides, use cases, answers, comparisons and news.',
};

/** As many as the API gives of one kind. */
const OF_ONE_KIND = 50;

const searchQuery = ({ q = '', kind, exact }: SiteSearch) =>
  pathQuery('/api/search', { q, kind, exact, limit: kind ? OF_ONE_KIND : undefined });

export const Route = createFileRoute('/search')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => readSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    if (!deps.q) return null;
    const find = async (search: SiteSearch) => {
      const found = await queryClient.ensureQueryData(searchQuery(search));
      return { search, found };
    };
    try {
      return await find(deps);
    } catch (error) {
      // A kind that there is not is as good as none.
      if (!deps.kind || !isMissing(error)) throw error;
      return find({ ...deps, kind: undefined });
    }
  },
  // There is no end of words that nothing has, and each such search is counted; what is not whole is not kept.
  headers: ({ loaderData }): Record<string, string> =>
    loaderData && (!loaderData.found.isFound || loaderData.found.isPartial)
      ? { 'Cache-Control': 'no-store' }
      : {},
  head: ({ match }) =>
    screenHead({
      site: match.context.site,
      path: '/search',
      heading: match.search.q ? `${match.search.q} - Search` : 'Search',
      description: PAGE.lead,
    }),
  component: SearchPage,
  pendingComponent: () => <ListLoading list={PAGE} />,
  errorComponent: () => (
    <ListError list={PAGE} way={{ href: hrefTo('/vendors'), label: 'All vendors' }}>
      The search did not work. Please try again shortly.
    </ListError>
  ),
});

function SearchPage() {
  const search = Route.useSearch();
  const results = Route.useLoaderData();
  return (
    <PageFrame page={PAGE}>
      <div className="border-t border-heavy pt-5">
        <SearchForm key={search.q} label="Search for" defaultValue={search.q} />
      </div>
      {results && <SearchResults {...results} />}
    </PageFrame>
  );
}
