import { createFileRoute } from '@tanstack/react-router';
import { excerpt } from '#content/shared/excerpt.ts';
import { useKept } from '#site/api/use-answer.ts';
import { PAGE_SIZE } from '#site/first-pages.ts';
import { isNarrowed, readCategorySearch } from '#site/list/category-search.ts';
import { type ListInfo, listHead, loadPage } from '#site/list/list-route.ts';
import { ListError, ListPages, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading, PageFrame } from '#site/list/page-frame.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FaqFilters } from './faq-filters.tsx';
import { faqPageLd } from './faq-ld.ts';
import { categoriesOf, faqListQuery } from './faq-search.ts';

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

export const Route = createFileRoute('/faq')({
  validateSearch: readCategorySearch,
  loaderDeps: ({ search }) => readCategorySearch(search),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // Another filter on the same page: the list stays until the next one is there.
    if (cause === 'stay') return [];
    const [list] = await Promise.all([
      loadPage(queryClient.ensureQueryData(faqListQuery(deps)), deps),
      queryClient.ensureQueryData(faqListQuery({})),
    ]);
    return list.items.map(({ slug, question, answer }) => ({ slug, question, answer }));
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
  const { data: list } = useKept(faqListQuery(search));
  const { data: first } = useKept(faqListQuery({}));
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
          action={<ButtonLink href="/faq">Show all questions</ButtonLink>}
        />
      ) : (
        <CardGrid columns={2} label="Questions">
          {list.items.map(({ slug, question, answer, category }) => (
            <Card
              key={slug}
              href={`/faq/${slug}`}
              title={question}
              headingLevel="h2"
              overline={category}
            >
              {excerpt(answer, EXCERPT_LENGTH)}
            </Card>
          ))}
        </CardGrid>
      )}
      <ListPages list={LIST} search={search} total={list.total} size={PAGE_SIZE.faq} />
    </PageFrame>
  );
}
