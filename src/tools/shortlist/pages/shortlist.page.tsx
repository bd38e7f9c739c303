import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useHydrated } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { ResponseOf } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { MAX_COMPARED, pairPath } from '#content/comparisons/site.ts';
import { FindVendors, type VendorNames } from '#content/shared/find-vendors.tsx';
import { VendorCard } from '#content/vendors/vendor.card.tsx';
import { listWords } from '#platform/words.ts';
import { loadParts, pathQuery } from '#site/api/queries.ts';
import { screenHead } from '#site/head/page-head.ts';
import { ListError } from '#site/list/list-states.tsx';
import { type FrameInfo, PageFrame } from '#site/list/page-frame.tsx';
import { searchReader, textParam } from '#site/search-params.ts';
import { MAX_SHORTLISTED } from '#site/shortlist/shortlist-store.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CardGrid } from '#ui/card.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

const hrefOfList = (slugs: readonly string[]) => hrefTo('/shortlist', {}, { v: slugs.join(',') });

interface ListedVendorsProps {
  listed: ResponseOf<'get', '/api/shortlist'>;
  names: VendorNames;
  find: string | undefined;
}

/** The shortlist that an address names: all there is without script, and until the script is there. */
function ListedVendors({ listed, names, find }: ListedVendorsProps) {
  const { vendors, missing, left } = listed;
  const slugs = vendors.map(({ slug }) => slug);
  return (
    <>
      {missing.length > 0 && (
        <p className="no-print mb-6 max-w-measure border-l-2 border-danger py-1 pl-4 wrap-anywhere">
          Not on this site (any more): {listWords(missing)}.
        </p>
      )}
      {vendors.length > 0 && (
        <section className="no-print mb-14">
          <SectionHeading
            title={`${vendors.length} in this address`}
            text="Whoever opens this address sees the same vendors. It names them, so they were sent to us to be shown."
          />
          {left.length > 0 && (
            <p className="mb-6 max-w-measure border-l-2 border-danger py-1 pl-4">
              A shortlist holds at most {MAX_SHORTLISTED} vendors. Left out: {listWords(left)}.
            </p>
          )}
          <CardGrid columns={3} label="Vendors in this address">
            {vendors.map((vendor) => (
              <VendorCard
                key={vendor.slug}
                vendor={vendor}
                variant="featured"
                evidence={
                  <a
                    href={hrefOfList(slugs.filter((slug) => slug !== vendor.slug))}
                    className="touch text-link mt-3 inline-block min-h-6"
                  >
                    Remove<span className="sr-only"> {vendor.name}</span>
                  </a>
                }
              />
            ))}
          </CardGrid>
          {slugs.length > 1 && (
            <p className="mt-8">
              <ButtonLink href={pairPath(slugs.slice(0, MAX_COMPARED))}>
                Compare side by side
              </ButtonLink>
            </p>
          )}
        </section>
      )}
      <noscript>
        <div className="mb-14 space-y-4 border-y border-line py-5">
          <p className="text-soft">
            Without script the shortlist lives in the address alone, and the scorecard is not there.
          </p>
          {slugs.length < MAX_SHORTLISTED ? (
            <>
              <FindVendors
                names={names}
                find={find}
                action={hrefTo('/shortlist')}
                hiddenFields={{ v: slugs.join(',') }}
              />
              <AddForm slugs={slugs} names={names.vendors} />
            </>
          ) : (
            <p>The shortlist is full ({MAX_SHORTLISTED}): remove a vendor to add another.</p>
          )}
        </div>
      </noscript>
    </>
  );
}

function AddForm({ slugs, names }: { slugs: readonly string[]; names: VendorNames['vendors'] }) {
  return (
    <form action={hrefTo('/shortlist')} method="get" className="flex flex-wrap items-end gap-4">
      <input type="hidden" name="v" value={slugs.join(',')} />
      <Select
        label="One more vendor"
        name="v"
        className="w-full max-w-sm"
        options={names
          .filter(({ slug }) => !slugs.includes(slug))
          .map(({ slug, name }) => ({ value: slug, label: name }))}
      />
      <Button type="submit">Add</Button>
    </form>
  );
}

const PAGE: FrameInfo = {
  overline: 'Decide',
  title: 'Your Shortlist',
  lead: 'Weigh what matters to you, and read what the evidence says. Your list, scorecard and memo stay in this browser; only what a page’s address names reaches our server.',
  actions: [{ href: hrefTo('/needs'), label: 'Start from your needs' }],
};
const DESCRIPTION =
  'A shortlist, a scorecard over the evidence, requirements and a decision memo for a family office, kept in your browser alone.';

const MAX_QUERY = 2500;

/** Written once with commas, or several times by a form. */
const joined = (value: unknown): string | undefined =>
  [value].flat().filter(Boolean).map(String).join(',').slice(0, MAX_QUERY) || undefined;

const readShortlistSearch = searchReader({
  v: joined,
  need: joined,
  must: joined,
  w: joined,
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
const DecisionTabs = lazy(() => import('./decision-tabs.tsx'));

const NOTHING = { vendors: [], missing: [], left: [] };
const NO_NAMES = { total: 0, vendors: [] };

function ShortlistPage() {
  const { find, ...asked } = Route.useSearch();
  const { v } = asked;
  const isHydrated = useHydrated();
  const { data: listed } = useQuery({ ...listedQuery(v ?? ''), enabled: v !== undefined });
  const { data: names } = useQuery({ ...namesQuery(find), enabled: false });
  const waiting = (
    <>
      <ListedVendors listed={listed ?? NOTHING} names={names ?? NO_NAMES} find={find} />
      {isHydrated && <Skeleton className="h-96 w-full" />}
    </>
  );
  if (!isHydrated) return <PageFrame page={PAGE}>{waiting}</PageFrame>;
  return (
    <PageFrame page={PAGE}>
      <Suspense fallback={waiting}>
        <DecisionTabs asked={asked} />
      </Suspense>
    </PageFrame>
  );
}
