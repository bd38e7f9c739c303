import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { collectionLd } from '#site/head/page-head.ts';
import { type ListInfo, listHead, loadPage, readPageSearch } from '#site/list/list-route.ts';
import { ListError, Listed, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading } from '#site/list/page-frame.tsx';
import { PAGE_SIZE } from '../site.ts';
import { ServiceGroupSection } from './service-group-section.tsx';
import { groupServices, mainServicesQuery, serviceListQuery } from './service-groups.ts';

const LIST: ListInfo = {
  path: '/services',
  title: 'Family Office Services',
  description:
    'What a family office can buy as a service, from bookkeeping to governance: what each includes, how it is priced, and where software takes over.',
};
const EMPTY_TEXT = 'No services are currently available. Please check back later.';
const ERROR_TEXT = 'Error loading services. Please try again later.';

export const Route = createFileRoute('/services')({
  validateSearch: readPageSearch,
  loaderDeps: ({ search }) => ({ page: search.page }),
  loader: async ({ context: { queryClient }, deps }) => {
    const list = await loadPage(queryClient.ensureQueryData(serviceListQuery(deps.page)), deps);
    const mains =
      list.total > PAGE_SIZE
        ? (await queryClient.ensureQueryData(mainServicesQuery)).items
        : list.items;
    return groupServices(list.items, mains)
      .flatMap(({ main, specialised }) => [main, ...specialised])
      .map(({ slug, title }) => ({ name: title, path: hrefTo('/services/$slug', { slug }) }));
  },
  head: listHead({ list: LIST, jsonLd: collectionLd }),
  component: ServiceListPage,
  pendingComponent: () => <ListLoading list={LIST} />,
  errorComponent: () => <ListError list={LIST}>{ERROR_TEXT}</ListError>,
  notFoundComponent: () => <NoSuchPage list={LIST} />,
});

function ServiceListPage() {
  const search = Route.useSearch();
  const { data: list } = useSuspenseQuery(serviceListQuery(search.page));
  const isPaged = list.total > PAGE_SIZE;
  const { data: mains } = useQuery({ ...mainServicesQuery, enabled: isPaged });
  const groups = groupServices(list.items, isPaged ? mains?.items : list.items);
  return (
    <Listed
      list={LIST}
      search={search}
      found={{ items: groups, total: list.total }}
      size={PAGE_SIZE}
      empty={EMPTY_TEXT}
    >
      <div className="space-y-14">
        {groups.map((group) => (
          <ServiceGroupSection key={group.main.slug} {...group} />
        ))}
      </div>
    </Listed>
  );
}
