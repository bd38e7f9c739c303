import { createFileRoute, redirect } from '@tanstack/react-router';
import { loadOnServer } from '#site/api/load.ts';
import { listQuery, pathQuery, pathWith } from '#site/api/queries.ts';
import { useAnswer, useLoaded } from '#site/api/use-answer.ts';
import { pageHead } from '#site/head/page-head.ts';
import { POPULAR_COMPARISONS } from '#site/home/category-sections.tsx';
import { ListError } from '#site/list/list-states.tsx';
import { type FrameInfo, PageFrame } from '#site/list/page-frame.tsx';
import { textParam } from '#site/search-params.ts';
import { Card } from '#ui/card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Comparison } from '../comparisons.collection.ts';
import { CompareForm, type VendorNames } from './compare-form.tsx';

type ComparisonCard = Pick<Comparison, 'id' | 'slug' | 'title' | 'description'>;

interface CompareSearch {
  vendor?: string | undefined;
  second?: string | undefined;
  find?: string | undefined;
}

const TOOL: FrameInfo = {
  overline: 'Compare',
  title: 'Compare Family Office Software',
  lead: 'Choose two platforms. The page that follows can be printed, shared and argued over.',
};
const DESCRIPTION =
  'Put two family office platforms side by side: company facts, requirements, pricing, features, integrations and support, from sourced profiles.';
const CURATED_LIMIT = 24;

const readCompareSearch = (search: Record<string, unknown>): CompareSearch => ({
  vendor: textParam(search.vendor),
  second: textParam(search.second),
  find: textParam(search.find),
});
const namesQuery = (search: CompareSearch) =>
  pathQuery<VendorNames>(pathWith('/api/vendor-names', { q: search.find, also: search.vendor }));
const curatedQuery = listQuery<ComparisonCard>('comparisons', { limit: CURATED_LIMIT });

export const Route = createFileRoute('/compare')({
  validateSearch: readCompareSearch,
  loaderDeps: ({ search }) => readCompareSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    // Without script the form comes here with both choices.
    if (deps.vendor && deps.second && deps.vendor !== deps.second) {
      throw redirect({ href: `/compare/${deps.vendor}-vs-${deps.second}`, statusCode: 302 });
    }
    await queryClient.ensureQueryData(namesQuery(deps));
    await loadOnServer(queryClient, [curatedQuery]);
  },
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: '/compare',
      title: `${TOOL.title} - ${match.context.site.name}`,
      description: DESCRIPTION,
      noindex: Boolean(match.search.vendor || match.search.find),
    }),
  component: CompareToolPage,
  pendingComponent: () => (
    <PageFrame page={TOOL}>
      <Skeleton className="h-24 w-full" />
    </PageFrame>
  ),
  errorComponent: () => (
    <ListError list={TOOL} way={{ href: '/vendors', label: 'Browse All Vendors' }}>
      Error loading vendors. Please try again later.
    </ListError>
  ),
});

const REASONS = [
  {
    title: 'The same questions to both',
    text: 'Every row asks both vendors the same thing, so that a gap in one column is a question for the next call.',
  },
  {
    title: 'Facts with sources',
    text: 'Entries come from sourced profiles. What nobody has published reads "Not specified" and is worth asking.',
  },
  {
    title: 'Made for a committee',
    text: 'Switch to the rows that differ, print the table on two pages, and send the address to whoever was not there.',
  },
] as const;

function CompareToolPage() {
  const search = Route.useSearch();
  const names = useLoaded(namesQuery(search));
  const { data: curated } = useAnswer(curatedQuery);
  return (
    <PageFrame page={TOOL}>
      <CompareForm names={names} initial={search.vendor} find={search.find} />
      <div className="mt-16 space-y-16">
        <section>
          <SectionHeading title="Popular Comparisons" />
          <RuledList items={POPULAR_COMPARISONS} />
        </section>
        <section>
          <SectionHeading title="Why Compare" />
          <CardGrid columns={3}>
            {REASONS.map(({ title, text }) => (
              <Card key={title} title={title}>
                {text}
              </Card>
            ))}
          </CardGrid>
        </section>
        {curated && curated.items.length > 0 && (
          <section>
            <SectionHeading title="Curated Comparisons" />
            <CardGrid columns={2} label="Curated comparisons">
              {curated.items.map(({ slug, title, description }) => (
                <Card key={slug} href={`/comparisons/${slug}`} title={title} action="Read Analysis">
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
