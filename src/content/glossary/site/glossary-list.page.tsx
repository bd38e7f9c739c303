import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { excerpt } from '#content/shared/excerpt.ts';
import { PAGE_SIZE } from '#site/first-pages.ts';
import { pageHead } from '#site/head/page-head.ts';
import { pageParam, stringifySearch } from '#site/search-params.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { Container } from '#ui/container.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { SkeletonCards } from '#ui/skeleton.tsx';
import { termSetLd } from './glossary-ld.ts';
import { glossaryListQuery, groupByLetter, idOfLetter } from './glossary-list.ts';

const TITLE = 'Family Office Glossary';
const DESCRIPTION =
  'The words that family offices, their administrators and their software vendors use, each defined exactly and in plain English.';
const EMPTY_TEXT = 'No glossary entries are currently available. Please check back later.';
const ERROR_TEXT = 'Error loading glossary entries. Please try again later.';
const EXCERPT_LENGTH = 150;

export const Route = createFileRoute('/glossary')({
  validateSearch: (search: Record<string, unknown>): { page?: number | undefined } => ({
    page: pageParam(search.page),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const list = await queryClient.ensureQueryData(glossaryListQuery(deps.page));
    return list?.items.map(({ slug, term }) => ({ slug, term })) ?? [];
  },
  head: ({ match, loaderData: terms = [] }) => {
    const { site } = match.context;
    const { page } = match.search;
    const path = `/glossary${stringifySearch({ page })}`;
    return pageHead({
      site,
      path,
      title: `${TITLE} - ${site.name}`,
      description: DESCRIPTION,
      noindex: page !== undefined && terms.length === 0,
      jsonLd: termSetLd(site, { name: TITLE, description: DESCRIPTION, path }, terms),
    });
  },
  component: GlossaryListPage,
  pendingComponent: () => (
    <Frame>
      <SkeletonCards count={9} columns={3} />
    </Frame>
  ),
  errorComponent: () => (
    <Frame>
      <ErrorText>{ERROR_TEXT}</ErrorText>
    </Frame>
  ),
});

function Frame({ children }: { children: ReactNode }) {
  return (
    <Container className="pb-16">
      <PageHeader overline="Glossary" title={TITLE} lead={<p>{DESCRIPTION}</p>} />
      {children}
    </Container>
  );
}

function GlossaryListPage() {
  const { page = 1 } = Route.useSearch();
  const { data: list } = useSuspenseQuery(glossaryListQuery(page));
  if (!list || list.items.length === 0) {
    return (
      <Frame>
        <EmptyState
          text={EMPTY_TEXT}
          action={page > 1 ? <ButtonLink href="/glossary">First page</ButtonLink> : null}
        />
      </Frame>
    );
  }
  const groups = groupByLetter(list.items);
  return (
    <Frame>
      <JumpList letters={groups.map(({ letter }) => letter)} />
      <div className="space-y-14">
        {groups.map(({ letter, items }) => (
          <section key={letter} aria-labelledby={idOfLetter(letter)}>
            <SectionHeading id={idOfLetter(letter)} title={letter} />
            <CardGrid columns={3}>
              {items.map(({ slug, term, definition }) => (
                <Card key={slug} href={`/glossary/${slug}`} title={term}>
                  {excerpt(definition, EXCERPT_LENGTH)}
                </Card>
              ))}
            </CardGrid>
          </section>
        ))}
      </div>
      <Pagination
        page={page}
        pages={Math.ceil(list.total / PAGE_SIZE.glossary)}
        hrefFor={(to) => `/glossary${stringifySearch({ page: to > 1 ? to : undefined })}`}
      />
    </Frame>
  );
}

function JumpList({ letters }: { letters: readonly string[] }) {
  return (
    <nav aria-label="Jump to a letter" className="no-print mb-12">
      <ul className="flex flex-wrap gap-x-1 gap-y-1">
        {letters.map((letter) => (
          <li key={letter}>
            <a
              href={`#${idOfLetter(letter)}`}
              className="inline-flex min-h-11 min-w-9 items-center justify-center font-serif text-h4 text-accent underline-offset-4 hover:underline"
            >
              {letter}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
