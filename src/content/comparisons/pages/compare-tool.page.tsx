import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { listQuery, loadParts, pathQuery } from '#site/api/queries.ts';
import { type Crumb, collectionLd } from '#site/head/page-head.ts';
import { type ListPageInfo, listStates } from '#site/list/list-page.tsx';
import type { PageSearch } from '#site/list/list-route.ts';
import { PageFrame } from '#site/list/page-frame.tsx';
import { listParam, searchReader, textParam } from '#site/search-params.ts';
import { Card, CardGrid, TextCards } from '#ui/card.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { popularQuery, usePopularComparisons } from '../comparisons.query.ts';
import { addressOf, pairPath, partsOfAddress } from '../site.ts';
import { CompareForm } from './choose-vendors.tsx';
import { PopularComparisons } from './comparison-parts.tsx';
import { changeCompared, onlyParam } from './comparison-search.ts';

const TOOL = {
  path: '/compare',
  title: 'Compare Family Office Software',
  lead: 'Choose two platforms, and add up to two more there. The page that follows can be printed, shared and argued over.',
  description:
    'Put two family office platforms side by side: company facts, requirements, pricing, features, integrations and support, from sourced profiles.',
  error: 'Error loading vendors. Please try again later.',
  way: { href: hrefTo('/vendors'), label: 'Browse All Vendors' },
  jsonLd: collectionLd,
  isFiltered: ({ vendor, find }) => Boolean(vendor || find),
} satisfies ListPageInfo<Crumb, CompareSearch & PageSearch>;
const CURATED_LIMIT = 24;

const readCompareSearch = searchReader({
  vendor: textParam,
  second: textParam,
  find: textParam,
  /** A comparison to change: its vendors, the added one, and the one it replaces. */
  with: listParam,
  add: textParam,
  instead: textParam,
  only: onlyParam,
});

type CompareSearch = ReturnType<typeof readCompareSearch>;

const vendorsAsked = (search: CompareSearch): string[] => {
  if (search.with) return changeCompared(search.with, search.add ?? '', search.instead ?? '');
  const pair = [search.vendor, search.second].flatMap((slug) => slug ?? []);
  return [...new Set(pair)];
};

const namesQuery = (search: CompareSearch) =>
  pathQuery('/api/vendor-names', { q: search.find, also: search.vendor });
const curatedQuery = listQuery('comparisons', { limit: CURATED_LIMIT });

export const Route = createFileRoute('/compare')({
  ...listStates(TOOL),
  validateSearch: readCompareSearch,
  loaderDeps: ({ search }) => readCompareSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    // Without script the forms come here with all choices.
    const asked = vendorsAsked(deps);
    if (asked.length > 1) {
      const { only } = deps;
      const href = hrefTo('/compare/$pair', { pair: addressOf(asked) }, { only });
      throw redirect({ href, statusCode: 302 });
    }
    await queryClient.ensureQueryData(namesQuery(deps));
    await loadParts(queryClient, curatedQuery, popularQuery);
    return [];
  },
  component: CompareToolPage,
  pendingComponent: () => (
    <PageFrame page={TOOL}>
      <div role="status" aria-label="Loading">
        <Skeleton className="h-24 w-full" />
      </div>
    </PageFrame>
  ),
});

const REASONS = [
  {
    title: 'The same questions to both',
    text: 'Every row asks both vendors the same thing, so that a gap in one column is a question for the next call.',
  },
  {
    title: 'Facts with sources',
    text: 'Entries come from sourced profiles. What we found on no page reads “Not specified” and is worth asking.',
  },
  {
    title: 'Made for a committee',
    text: 'Switch to the rows that differ, print the table with its sources, and send the address to whoever was not there.',
  },
] as const;

function CompareToolPage() {
  const search = Route.useSearch();
  const { data: names } = useSuspenseQuery(namesQuery(search));
  const { data } = useQuery(curatedQuery);
  const canonicalOf = (slug: string) => pairPath(partsOfAddress(slug));
  const popular = usePopularComparisons().map(({ pair }) => canonicalOf(pair));
  // Popular comparisons are listed already.
  const curated = data?.items.filter(({ slug }) => !popular.includes(canonicalOf(slug))) ?? [];
  return (
    <PageFrame page={TOOL}>
      <CompareForm
        names={names}
        initial={search.vendor}
        find={search.find}
        switches={{ only: search.only }}
      />
      <p className="mt-5 text-sm">
        <a href={hrefTo('/needs')} className="touch text-link">
          Not sure whom to compare? Start from your needs
        </a>
      </p>
      <div className="mt-16 space-y-16">
        <PopularComparisons />
        <TextCards title="Why Compare" cards={REASONS} />
        {curated.length > 0 && (
          <section>
            <SectionHeading title="Curated Comparisons" />
            <CardGrid columns={2} label="Curated comparisons">
              {curated.map(({ slug, title, description }) => (
                <Card
                  key={slug}
                  href={hrefTo('/comparisons/$slug', { slug })}
                  title={title}
                  action="Read Analysis"
                >
                  {description}
                </Card>
              ))}
            </CardGrid>
          </section>
        )}
      </div>
    </PageFrame>
  );
}
