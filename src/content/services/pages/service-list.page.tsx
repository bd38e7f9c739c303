import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { collectionLd } from '#site/head/page-head.ts';
import { pagedList } from '#site/list/list-page.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PAGE_SIZE } from '../site.ts';
import { ServiceGroupSection } from './service-group-section.tsx';
import {
  groupServices,
  mainServicesQuery,
  type ServiceCardData,
  serviceListQuery,
} from './service-groups.ts';

const EMPTY_TEXT = 'No services are currently available. Please check back later.';

const SERVICES = pagedList({
  path: '/services',
  title: 'Family Office Services',
  description:
    'What a family office can buy as a service, from bookkeeping to governance: what each includes, how it is priced, and where software takes over.',
  empty: EMPTY_TEXT,
  error: 'Error loading services. Please try again later.',
  size: PAGE_SIZE,
  query: serviceListQuery,
  entriesOf: (items) =>
    groupServices(items)
      .flatMap(({ main, specialised }) => [main, ...specialised])
      .map(({ slug, title }) => ({ name: title, path: hrefTo('/services/$slug', { slug }) })),
  jsonLd: collectionLd,
});

export const Route = createFileRoute('/services')({
  ...SERVICES.route,
  loader: async (page) => {
    const [entries] = await Promise.all([
      SERVICES.route.loader(page),
      page.context.queryClient.ensureQueryData(mainServicesQuery),
    ]);
    return entries;
  },
  component: ServiceListPage,
});

function ServiceListPage() {
  return <SERVICES.Page>{(services) => <ServiceGroups services={services} />}</SERVICES.Page>;
}

function ServiceGroups({ services }: { services: readonly ServiceCardData[] }) {
  const { data: mains } = useSuspenseQuery(mainServicesQuery);
  const groups = groupServices(services, mains.items);
  if (groups.length === 0) return <EmptyState text={EMPTY_TEXT} />;
  return (
    <div className="space-y-14">
      {groups.map((group) => (
        <ServiceGroupSection key={group.main.slug} {...group} />
      ))}
    </div>
  );
}
