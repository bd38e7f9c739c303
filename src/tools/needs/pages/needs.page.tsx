import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { stringifySearch } from '#platform/stringify-search.ts';
import { listWords } from '#platform/words.ts';
import { pathQuery } from '#site/api/queries.ts';
import { breadcrumbLd, collectionLd, HOME, notFoundHead, pageHead } from '#site/head/page-head.ts';
import { hrefOfPage, type ListInfo } from '#site/list/list-route.ts';
import { ListError, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading, PageFrame } from '#site/list/page-frame.tsx';
import { MAX_NEEDS } from '../rule.ts';
import { NeedsForm } from './needs-form.tsx';
import { NeedsResult } from './needs-result.tsx';
import {
  type Chosen,
  chosenOf,
  type NeedsSearch,
  paramsOf,
  readNeedsSearch,
  searchOf,
} from './needs-search.ts';

const PAGE: ListInfo = {
  path: '/needs',
  overline: 'Decide',
  title: 'Start From Your Needs',
  description:
    'Tick what your family office needs. All vendors follow, ordered by what public pages document of it, with the source of each answer and what to ask.',
  lead: 'Tick what you need. All vendors follow, ordered by what public pages document of it; what nobody confirms comes with the question to ask.',
};

const LEAD_OF_RESULT = 'All vendors, ordered by what public pages document of your needs.';

const facetsQuery = ({ market, category }: NeedsSearch) =>
  pathQuery('/api/vendor-facets', { category, market });

const needsQuery = (chosen: Chosen, page: number | undefined) =>
  pathQuery('/api/needs', { ...paramsOf(chosen), page });

export const Route = createFileRoute('/needs')({
  validateSearch: readNeedsSearch,
  loaderDeps: ({ search }) => readNeedsSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    const facets = await queryClient.ensureQueryData(facetsQuery(deps));
    const chosen = chosenOf(deps, facets);
    if (chosen.f.length === 0) return;
    const { vendors } = await queryClient.ensureQueryData(needsQuery(chosen, deps.page));
    if (deps.page && vendors.length === 0) throw notFound();
  },
  head: ({ match }) => {
    const { search, context, status } = match;
    const { site } = context;
    const { path, title, description } = PAGE;
    if (status === 'notFound') return notFoundHead(site, 'Page Not Found', path);
    const page = { name: title, description, path };
    return pageHead({
      site,
      path,
      printed: `${path}${stringifySearch(search)}`,
      title: `${title} - ${site.name}`,
      description,
      // One office's needs stay out of search engines.
      noindex: Object.values(search).some(Boolean),
      jsonLd: [collectionLd(site, page, []), breadcrumbLd(site, [HOME, page])],
    });
  },
  component: NeedsPage,
  pendingComponent: () => <ListLoading list={PAGE} />,
  errorComponent: () => (
    <ListError list={PAGE} way={{ href: hrefTo('/vendors'), label: 'Browse All Vendors' }}>
      Error loading the vendors. Please try again later.
    </ListError>
  ),
  notFoundComponent: () => <NoSuchPage list={PAGE} />,
});

function NeedsPage() {
  const search = Route.useSearch();
  const { data: facets } = useSuspenseQuery(facetsQuery(search));
  const chosen = chosenOf(search, facets);
  const isAsked = chosen.f.length > 0;
  const { data: found } = useQuery({ ...needsQuery(chosen, search.page), enabled: isAsked });
  // A form keeps its ticks, so each address gets a form of its own.
  const form = <NeedsForm key={JSON.stringify(searchOf(chosen))} facets={facets} chosen={chosen} />;
  return (
    <PageFrame page={isAsked ? { ...PAGE, lead: LEAD_OF_RESULT } : PAGE}>
      <Notices chosen={chosen} />
      {isAsked && found ? (
        <NeedsResult
          found={found}
          chosen={chosen}
          form={form}
          page={search.page ?? 1}
          hrefFor={(page) => hrefOfPage(PAGE, searchOf(chosen), page)}
        />
      ) : (
        form
      )}
    </PageFrame>
  );
}

/** Ignored parts of the address: nothing is dropped in silence. */
function Notices({ chosen: { unknown, leftOut } }: { chosen: Chosen }) {
  const lines = [
    ...(unknown.length > 0 ? [`Not on this site (any more): ${listWords(unknown)}.`] : []),
    ...(leftOut.length > 0
      ? [`At most ${MAX_NEEDS} needs at once. Left out: ${listWords(leftOut)}.`]
      : []),
  ];
  return lines.map((line) => (
    <p key={line} className="mb-6 max-w-measure border-l-2 border-danger py-1 pl-4 wrap-anywhere">
      {line}
    </p>
  ));
}
