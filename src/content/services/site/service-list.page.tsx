import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PAGE_SIZE } from '#site/first-pages.ts';
import { collectionLd } from '#site/head/json-ld.ts';
import { pageHead } from '#site/head/page-head.ts';
import { pageParam, stringifySearch } from '#site/search-params.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Container } from '#ui/container.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SkeletonCards } from '#ui/skeleton.tsx';
import { ServiceGroupSection } from './service-group-section.tsx';
import { groupServices, mainServicesQuery, serviceListQuery } from './service-groups.ts';

const TITLE = 'Family Office Services';
const DESCRIPTION =
  'What a family office can buy as a service, from bookkeeping to governance: what each includes, how it is priced, and where software takes over.';
const EMPTY_TEXT = 'No services are currently available. Please check back later.';
const ERROR_TEXT = 'Error loading services. Please try again later.';

export const Route = createFileRoute('/services')({
  validateSearch: (search: Record<string, unknown>): { page?: number | undefined } => ({
    page: pageParam(search.page),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const list = await queryClient.ensureQueryData(serviceListQuery(deps.page));
    const mains =
      list.total > PAGE_SIZE.services
        ? (await queryClient.ensureQueryData(mainServicesQuery)).items
        : list.items;
    return groupServices(list.items, mains)
      .flatMap(({ main, specialised }) => [main, ...specialised])
      .map(({ slug, title }) => ({ name: title, path: `/services/${slug}` }));
  },
  head: ({ match, loaderData: names = [] }) => {
    const { site } = match.context;
    const { page } = match.search;
    const path = `/services${stringifySearch({ page })}`;
    return pageHead({
      site,
      path,
      title: `${TITLE} - ${site.name}`,
      description: DESCRIPTION,
      noindex: page !== undefined && names.length === 0,
      jsonLd: collectionLd(site, { name: TITLE, description: DESCRIPTION, path }, names),
    });
  },
  component: ServiceListPage,
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
      <PageHeader overline="Services" title={TITLE} lead={<p>{DESCRIPTION}</p>} />
      {children}
    </Container>
  );
}

function ServiceListPage() {
  const { page = 1 } = Route.useSearch();
  const { data: list } = useSuspenseQuery(serviceListQuery(page));
  const isPaged = list.total > PAGE_SIZE.services;
  const { data: mains } = useQuery({ ...mainServicesQuery, enabled: isPaged });
  const groups = groupServices(list.items, isPaged ? mains?.items : list.items);
  return (
    <Frame>
      {groups.length === 0 ? (
        <EmptyState
          text={EMPTY_TEXT}
          action={page > 1 ? <ButtonLink href="/services">First page</ButtonLink> : null}
        />
      ) : (
        <div className="space-y-14">
          {groups.map((group) => (
            <ServiceGroupSection key={group.main.slug} {...group} />
          ))}
        </div>
      )}
      <Pagination
        page={page}
        pages={Math.ceil(list.total / PAGE_SIZE.services)}
        hrefFor={(to) => `/services${stringifySearch({ page: to > 1 ? to : undefined })}`}
      />
    </Frame>
  );
}
