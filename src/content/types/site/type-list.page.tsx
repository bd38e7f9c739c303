import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listQuery } from '#site/api/queries.ts';
import { collectionLd } from '#site/head/json-ld.ts';
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
import { SkeletonCards } from '#ui/skeleton.tsx';
import type { FamilyOfficeType } from '../types.collection.ts';

const TITLE = 'Family Office Types';
const DESCRIPTION =
  'Single, multi, virtual, embedded and other forms of family office: what each is, which family it fits, what it costs, and what software it needs.';
const EMPTY_TEXT = 'No family office types are currently available. Please check back later.';
const ERROR_TEXT = 'Error loading family office types. Please try again later.';
const TYPES_PER_PAGE = 60;

const typeListQuery = (page = 1) =>
  listQuery<Pick<FamilyOfficeType, 'slug' | 'title' | 'description'>>('types', {
    limit: TYPES_PER_PAGE,
    offset: page > 1 ? (page - 1) * TYPES_PER_PAGE : undefined,
  });

export const Route = createFileRoute('/types')({
  validateSearch: (search: Record<string, unknown>): { page?: number | undefined } => ({
    page: pageParam(search.page),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { items } = await queryClient.ensureQueryData(typeListQuery(deps.page));
    return items.map(({ slug, title }) => ({ name: title, path: `/types/${slug}` }));
  },
  head: ({ match, loaderData: names = [] }) => {
    const { site } = match.context;
    const { page } = match.search;
    const path = `/types${stringifySearch({ page })}`;
    return pageHead({
      site,
      path,
      title: `${TITLE} - ${site.name}`,
      description: DESCRIPTION,
      noindex: page !== undefined && names.length === 0,
      jsonLd: collectionLd(site, { name: TITLE, description: DESCRIPTION, path }, names),
    });
  },
  component: TypeListPage,
  pendingComponent: () => (
    <Frame>
      <SkeletonCards count={6} columns={3} />
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
      <PageHeader overline="Types" title={TITLE} lead={<p>{DESCRIPTION}</p>} />
      {children}
    </Container>
  );
}

function TypeListPage() {
  const { page = 1 } = Route.useSearch();
  const { data: list } = useSuspenseQuery(typeListQuery(page));
  return (
    <Frame>
      {list.items.length === 0 ? (
        <EmptyState
          text={EMPTY_TEXT}
          action={page > 1 ? <ButtonLink href="/types">First page</ButtonLink> : null}
        />
      ) : (
        <CardGrid columns={3} label="Types">
          {list.items.map(({ slug, title, description }) => (
            <Card key={slug} href={`/types/${slug}`} title={title} headingLevel="h2">
              {description && <p className="line-clamp-3">{description}</p>}
            </Card>
          ))}
        </CardGrid>
      )}
      <Pagination
        page={page}
        pages={Math.ceil(list.total / TYPES_PER_PAGE)}
        hrefFor={(to) => `/types${stringifySearch({ page: to > 1 ? to : undefined })}`}
      />
    </Frame>
  );
}
