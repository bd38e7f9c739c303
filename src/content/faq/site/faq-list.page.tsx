import { createFileRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { excerpt } from '#content/shared/excerpt.ts';
import { useKept } from '#site/api/use-kept.ts';
import { PAGE_SIZE } from '#site/first-pages.ts';
import { pageHead } from '#site/head/page-head.ts';
import { stringifySearch } from '#site/search-params.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { Container } from '#ui/container.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SkeletonCards } from '#ui/skeleton.tsx';
import { FaqFilters } from './faq-filters.tsx';
import { faqPageLd } from './faq-ld.ts';
import {
  categoriesOf,
  type FaqSearch,
  faqListQuery,
  isFiltered,
  readFaqSearch,
} from './faq-search.ts';

const TITLE = 'Frequently Asked Questions';
const DESCRIPTION =
  'Answers about family office software: what it does, what it costs, how to choose it, how to bring it in, and what to ask every vendor.';
const EMPTY_TEXT = 'No FAQ entries are currently available. Please check back later.';
const ERROR_TEXT = 'Error loading FAQ entries. Please try again later.';
const EXCERPT_LENGTH = 150;

export const Route = createFileRoute('/faq')({
  validateSearch: readFaqSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // Another filter on the same page: the list stays until the next one is there.
    if (cause === 'stay') return [];
    const [list] = await Promise.all([
      queryClient.ensureQueryData(faqListQuery(deps)),
      queryClient.ensureQueryData(faqListQuery({})),
    ]);
    return list.items.map(({ slug, question, answer }) => ({ slug, question, answer }));
  },
  head: ({ match, loaderData: entries = [] }) => {
    const { site } = match.context;
    const { page } = match.search;
    const path = `/faq${stringifySearch({ page })}`;
    return pageHead({
      site,
      path,
      title: `${TITLE} - ${site.name}`,
      description: DESCRIPTION,
      noindex: isFiltered(match.search) || (page !== undefined && entries.length === 0),
      jsonLd: faqPageLd(site, path, entries),
    });
  },
  component: FaqListPage,
  pendingComponent: Loading,
  errorComponent: () => (
    <Frame>
      <ErrorText>{ERROR_TEXT}</ErrorText>
    </Frame>
  ),
});

function Loading() {
  return (
    <Frame>
      <SkeletonCards count={6} columns={2} />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Container className="pb-16">
      <PageHeader overline="FAQ" title={TITLE} lead={<p>{DESCRIPTION}</p>} />
      {children}
    </Container>
  );
}

function FaqListPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: list } = useKept(faqListQuery(search));
  const { data: first } = useKept(faqListQuery({}));
  if (!list || !first) return <Loading />;
  if (first.items.length === 0) {
    return (
      <Frame>
        <EmptyState text={EMPTY_TEXT} />
      </Frame>
    );
  }
  return (
    <Frame>
      <FaqFilters
        search={search}
        categories={categoriesOf(first.items, search.category)}
        onSearch={(next: FaqSearch) => navigate({ search: next, resetScroll: false })}
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
      <Pagination
        page={search.page ?? 1}
        pages={Math.ceil(list.total / PAGE_SIZE.faq)}
        hrefFor={(page) =>
          `/faq${stringifySearch({ ...search, page: page > 1 ? page : undefined })}`
        }
      />
    </Frame>
  );
}
