import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { excerpt } from '#platform/text/excerpt.ts';
import { keepsPlace } from '#site/api/queries.ts';
import { isNarrowed, readCategorySearch } from '#site/list/category-search.ts';
import { groupByCategory } from '#site/list/group-by-category.ts';
import { type ListInfo, listHead, loadPage } from '#site/list/list-route.ts';
import { ListError, ListPages, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading, PageFrame } from '#site/list/page-frame.tsx';
import { useFilteredList } from '#site/list/use-filtered-list.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IndexGroup } from '#ui/index-group.tsx';
import { PAGE_SIZE } from '../site.ts';
import { FaqFilters } from './faq-filters.tsx';
import { faqPageLd } from './faq-ld.ts';
import { categoriesOf, type FaqCardData, faqListQuery } from './faq-search.ts';

const LIST: ListInfo = {
  path: '/faq',
  overline: 'FAQ',
  title: 'Frequently Asked Questions',
  description:
    'Answers about family office software: what it does, what it costs, how to choose it, how to bring it in, and what to ask every vendor.',
};
const EMPTY_TEXT = 'No FAQ entries are currently available. Please check back later.';
const ERROR_TEXT = 'Error loading FAQ entries. Please try again later.';
const EXCERPT_LENGTH = 150;

/** What the head names of a list that is there. */
const entriesOf = (list?: { items: readonly FaqCardData[] }) =>
  list?.items.map(({ slug, question, answer }) => ({ slug, question, answer }));

export const Route = createFileRoute('/faq')({
  validateSearch: readCategorySearch,
  loaderDeps: ({ search }) => readCategorySearch(search),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // Another filter waits for nothing: useFilteredList.
    if (cause === 'stay') return entriesOf(queryClient.getQueryData(faqListQuery(deps).queryKey));
    const [list] = await Promise.all([
      loadPage(queryClient.ensureQueryData(faqListQuery(deps)), deps),
      queryClient.ensureQueryData(faqListQuery({})),
    ]);
    return entriesOf(list);
  },
  head: listHead({ list: LIST, jsonLd: faqPageLd, isFiltered: isNarrowed }),
  component: FaqListPage,
  pendingComponent: () => <ListLoading list={LIST} columns={2} />,
  errorComponent: () => <ListError list={LIST}>{ERROR_TEXT}</ListError>,
  notFoundComponent: () => <NoSuchPage list={LIST} />,
});

function FaqListPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: list } = useFilteredList(faqListQuery(search), Route.useLoaderData());
  const { data: first } = useQuery({ ...faqListQuery({}), ...keepsPlace });
  if (!list || !first) return <ListLoading list={LIST} columns={2} />;
  if (search.page && list.items.length === 0) return <NoSuchPage list={LIST} />;
  if (first.items.length === 0) {
    return (
      <PageFrame page={LIST}>
        <EmptyState text={EMPTY_TEXT} />
      </PageFrame>
    );
  }
  return (
    <PageFrame page={LIST}>
      <FaqFilters
        search={search}
        categories={categoriesOf(first.items, search.category)}
        onSearch={(next) => navigate({ search: next, resetScroll: false })}
      />
      {list.items.length === 0 ? (
        <EmptyState
          title="No questions found"
          text="Try other words or another category."
          action={<ButtonLink href={hrefTo('/faq')}>Show all questions</ButtonLink>}
        />
      ) : (
        <div className="space-y-12">
          {groupByCategory(list.items).map(([category, entries]) => (
            <Questions key={category} category={category} entries={entries} />
          ))}
        </div>
      )}
      <ListPages list={LIST} search={search} total={list.total} size={PAGE_SIZE} />
    </PageFrame>
  );
}

/** Questions set large enough to be read as a list, with how each answer begins. */
function Questions({ category, entries }: { category: string; entries: readonly FaqCardData[] }) {
  const count = entries.length;
  return (
    <IndexGroup title={category} count={count === 1 ? '1 question' : `${count} questions`}>
      <ul aria-label={category} className="grid gap-x-10 gap-y-8 md:grid-cols-2">
        {entries.map(({ slug, question, answer }) => (
          <li key={slug} className="card group relative">
            <h3 className="text-h3 font-semibold">
              <a
                href={hrefTo('/faq/$slug', { slug })}
                className="cover-link decoration-accent decoration-1 underline-offset-4 group-hover:underline"
              >
                {question}
              </a>
            </h3>
            <p className="mt-2 text-sm text-soft">{excerpt(answer, EXCERPT_LENGTH)}</p>
          </li>
        ))}
      </ul>
    </IndexGroup>
  );
}
