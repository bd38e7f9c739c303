import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useHydrated } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { loadParts } from '#site/api/load.ts';
import { pathQuery } from '#site/api/queries.ts';
import { screenHead } from '#site/head/page-head.ts';
import { ListError } from '#site/list/list-states.tsx';
import { type FrameInfo, PageFrame } from '#site/list/page-frame.tsx';
import { textParam } from '#site/search-params.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { ListedVendors } from './listed-vendors.tsx';

interface ShortlistSearch {
  /** Slugs joined by commas: the shortlist of whoever has no script. */
  v?: string | undefined;
  /** Narrows whom that form offers. */
  find?: string | undefined;
}

const PAGE: FrameInfo = {
  overline: 'Decide',
  title: 'Your Shortlist',
  lead: 'Weigh what matters to you, and read what the evidence says. Your list, scores and notes stay in this browser; only vendors named in a page’s address reach our server.',
};
const DESCRIPTION =
  'A shortlist, a scorecard over the evidence, requirements, costs and a decision memo for a family office, kept in your browser alone.';

const MAX_QUERY = 2500;

/** Written once with commas, or several times by a form. */
const readShortlistSearch = (search: Record<string, unknown>): ShortlistSearch => {
  const text = [search.v].flat().filter(Boolean).map(String).join(',').slice(0, MAX_QUERY);
  return { v: text === '' ? undefined : text, find: textParam(search.find) };
};

const listedQuery = (v: string) => pathQuery('/api/shortlist', { v });
const namesQuery = (find?: string) => pathQuery('/api/vendor-names', { q: find });

export const Route = createFileRoute('/shortlist')({
  validateSearch: readShortlistSearch,
  loaderDeps: ({ search }) => readShortlistSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    if (deps.v) await queryClient.ensureQueryData(listedQuery(deps.v));
    // Only the form for whoever has no script offers them.
    if (import.meta.env.SSR) await loadParts(queryClient.ensureQueryData(namesQuery(deps.find)));
  },
  head: ({ match }) =>
    screenHead({
      site: match.context.site,
      path: hrefTo('/shortlist'),
      heading: PAGE.title,
      description: DESCRIPTION,
    }),
  component: ShortlistPage,
  pendingComponent: () => (
    <PageFrame page={PAGE}>
      <Skeleton className="h-24 w-full" />
    </PageFrame>
  ),
  errorComponent: () => (
    <ListError list={PAGE} way={{ href: hrefTo('/vendors'), label: 'Browse All Vendors' }}>
      Error loading the shortlist. Please try again later.
    </ListError>
  ),
});

/** Nobody needs it without script, and nobody but whoever comes here with it. */
const Workbench = lazy(() => import('./workbench.tsx'));

const NOTHING = { vendors: [], missing: [] };

const WAITING = <Skeleton className="h-96 w-full" />;

function ShortlistPage() {
  const { v, find } = Route.useSearch();
  const isHydrated = useHydrated();
  const { data: listed } = useQuery({ ...listedQuery(v ?? ''), enabled: v !== undefined });
  const { data: names } = useQuery({ ...namesQuery(find), enabled: false });
  return (
    <PageFrame page={PAGE}>
      <ListedVendors
        asked={v ?? ''}
        listed={listed ?? NOTHING}
        names={names ?? { total: 0, vendors: [] }}
        find={find}
      />
      {isHydrated && (
        <Suspense fallback={WAITING}>
          <Workbench />
        </Suspense>
      )}
    </PageFrame>
  );
}
