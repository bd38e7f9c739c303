import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useHydrated } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { loadParts, pathQuery } from '#site/api/queries.ts';
import { screenHead } from '#site/head/page-head.ts';
import { ListError } from '#site/list/list-states.tsx';
import { type FrameInfo, PageFrame } from '#site/list/page-frame.tsx';
import { searchReader, textParam, trueParam } from '#site/search-params.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { ListedVendors } from './listed-vendors.tsx';

const PAGE: FrameInfo = {
  overline: 'Decide',
  title: 'Your Shortlist',
  lead: 'Weigh what matters to you, and read what the evidence says. Your list, scores and notes stay in this browser; only what a page’s address names reaches our server.',
  actions: [{ href: hrefTo('/needs'), label: 'Start from your needs' }],
};
const DESCRIPTION =
  'A shortlist, a scorecard over the evidence, requirements, costs and a decision memo for a family office, kept in your browser alone.';

const MAX_QUERY = 2500;

/** Written once with commas, or several times by a form. */
const joined = (value: unknown): string | undefined =>
  [value].flat().filter(Boolean).map(String).join(',').slice(0, MAX_QUERY) || undefined;

const readShortlistSearch = searchReader({
  v: joined,
  need: joined,
  must: joined,
  w: joined,
  stated: trueParam,
  find: textParam,
});

const listedQuery = (v: string) => pathQuery('/api/shortlist', { v });
const namesQuery = (find?: string) => pathQuery('/api/vendor-names', { q: find });

export const Route = createFileRoute('/shortlist')({
  validateSearch: readShortlistSearch,
  loaderDeps: ({ search }) => readShortlistSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    if (deps.v) await queryClient.ensureQueryData(listedQuery(deps.v));
    // Only the form without script offers them.
    if (import.meta.env.SSR) await loadParts(queryClient, namesQuery(deps.find));
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

/** Loaded only on this page, and only with script. */
const Workbench = lazy(() => import('./workbench.tsx'));

const NOTHING = { vendors: [], missing: [], left: [] };

function ShortlistPage() {
  const { find, ...asked } = Route.useSearch();
  const { v } = asked;
  const isHydrated = useHydrated();
  const { data: listed } = useQuery({ ...listedQuery(v ?? ''), enabled: v !== undefined });
  const { data: names } = useQuery({ ...namesQuery(find), enabled: false });
  const waiting = (
    <>
      <ListedVendors
        listed={listed ?? NOTHING}
        names={names ?? { total: 0, vendors: [] }}
        find={find}
      />
      {isHydrated && <Skeleton className="h-96 w-full" />}
    </>
  );
  if (!isHydrated) return <PageFrame page={PAGE}>{waiting}</PageFrame>;
  return (
    <PageFrame page={PAGE}>
      <Suspense fallback={waiting}>
        <Workbench asked={asked} />
      </Suspense>
    </PageFrame>
  );
}
