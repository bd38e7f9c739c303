import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import type { CardResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { excerpt } from '#platform/text/excerpt.ts';
import { counted } from '#platform/words.ts';
import { keepsPlace, listQuery, partOf } from '#site/api/queries.ts';
import { CategoryChips } from '#site/list/category-chips.tsx';
import {
  type CategorySearch,
  groupByCategory,
  isNarrowed,
  readCategorySearch,
} from '#site/list/category-search.ts';
import { type ListInfo, listHead, loadPage } from '#site/list/list-route.ts';
import { FilterRefused, ListError, ListPages, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading, PageFrame } from '#site/list/page-frame.tsx';
import { useFilteredList } from '#site/list/use-filtered-list.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CoverLink } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IndexGroup } from '#ui/index-group.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { PAGE_SIZE } from '../site.ts';
import { faqPageLd } from './faq-ld.ts';

type FaqCardData = CardResponse<'faq'>;

const faqListQuery = ({ q, category, page }: CategorySearch) =>
  listQuery('faq', { q, category, ...partOf(page, PAGE_SIZE) });

/** The categories that the list begins with, and the chosen one wherever it stands. */
const categoriesOf = (entries: readonly FaqCardData[], chosen?: string): string[] => [
  ...new Set(
    [...entries.map(({ category }) => category), chosen].filter(
      (category): category is string => typeof category === 'string' && category !== '',
    ),
  ),
];

const LIST: ListInfo = {
  path: '/faq',
  title: 'Frequently Asked Questions',
  description:
    'Answers about family office software: what it does, what it costs, how to choose it, how to bring it in, and what to ask every vendor.',
};
const EMPTY_TEXT = 'No FAQ entries are currently available. Please check back later.';
const ERROR_TEXT = 'Error loading FAQ entries. Please try again later.';
const EXCERPT_LENGTH = 150;

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
  const { data: list, isRefused } = useFilteredList({
    query: faqListQuery(search),
    loaded: Route.useLoaderData(),
    search,
    onRefuse: (shown) => navigate({ search: shown, replace: true, resetScroll: false }),
  });
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
      {isRefused && <FilterRefused />}
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
    <IndexGroup title={category} count={counted(count, 'question', 'questions')}>
      <ul aria-label={category} className="grid gap-x-10 gap-y-8 md:grid-cols-2">
        {entries.map(({ slug, question, answer }) => (
          <li key={slug} className="card group relative">
            <h3 className="text-h3 font-semibold">
              <CoverLink href={hrefTo('/faq/$slug', { slug })}>{question}</CoverLink>
            </h3>
            <p className="mt-2 text-sm text-soft">{excerpt(answer, EXCERPT_LENGTH)}</p>
          </li>
        ))}
      </ul>
    </IndexGroup>
  );
}

interface FaqFiltersProps {
  search: CategorySearch;
  categories: readonly string[];
  onSearch(search: CategorySearch): void;
}

/** A GET form and links; script only saves the page load. */
function FaqFilters({ search, categories, onSearch }: FaqFiltersProps) {
  const { q, category: chosen } = search;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    onSearch({ q: text || undefined, category: chosen });
  };
  return (
    <div className="no-print mb-10 grid grid-cols-1 gap-5 border-t border-heavy pt-5">
      <search>
        <form
          action={hrefTo('/faq')}
          method="get"
          onSubmit={submit}
          className="flex items-end gap-3"
        >
          <SearchField
            key={q ?? ''}
            label="Search questions"
            showLabel
            name="q"
            defaultValue={q ?? ''}
            className="max-w-xl flex-1"
          />
          {chosen && <input type="hidden" name="category" value={chosen} />}
          <Button type="submit">Search</Button>
        </form>
      </search>
      {categories.length > 1 && (
        <CategoryChips
          categories={categories.map((category) => ({ category }))}
          chosen={chosen}
          hrefFor={(category) => hrefTo('/faq', {}, { q, category })}
        />
      )}
    </div>
  );
}
