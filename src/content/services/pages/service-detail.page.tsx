import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { DetailResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { loadOrNotFound, loadParts } from '#site/api/load.ts';
import { itemQuery } from '#site/api/queries.ts';
import { HOME } from '#site/head/json-ld.ts';
import { type ItemPlace, itemHead } from '#site/item/item-head.ts';
import { ItemLoading } from '#site/item/item-loading.tsx';
import { ItemTop } from '#site/item/item-top.tsx';
import { RichText } from '#site/rich-text.tsx';
import { Badge } from '#ui/badge.tsx';
import { Columns } from '#ui/columns.tsx';
import { Container } from '#ui/container.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { ProviderPanel } from './provider-panel.tsx';
import { nearProvidersQuery, providersQuery } from './providers-query.ts';

const serviceQuery = (slug: string) => itemQuery('services', slug);

const PLACE: ItemPlace = {
  folder: '/services',
  trail: [HOME, { name: 'Services', path: hrefTo('/services') }],
  missing: 'Service Not Found',
};

export const Route = createFileRoute('/services/$slug')({
  loader: async ({ context: { queryClient }, params, location }) => {
    const service = await loadOrNotFound(location.pathname, () =>
      queryClient.ensureQueryData(serviceQuery(params.slug)),
    );
    await loadParts(
      queryClient.ensureQueryData(nearProvidersQuery(params.slug)),
      queryClient.ensureQueryData(providersQuery),
    );
    return service;
  },
  head: itemHead<DetailResponse<'services'>>({
    place: PLACE,
    nameOf: (service) => service.title,
    describe: (service) => service.description || service.content || service.title,
  }),
  component: ServiceDetailPage,
  pendingComponent: ItemLoading,
  notFoundComponent: ServiceNotFound,
  errorComponent: ServiceNotFound,
});

function ServiceNotFound() {
  return (
    <NotFoundScreen
      heading={PLACE.missing}
      text="The service you're looking for doesn't exist or has been removed."
      actions={[{ href: hrefTo('/services'), label: 'View All Services' }]}
    />
  );
}

function ServiceDetailPage() {
  const { slug } = Route.useParams();
  const { data: service } = useSuspenseQuery(serviceQuery(slug));
  return (
    <Container>
      <ItemTop place={PLACE} name={service.title} isDraft={!service.isPublished} />
      <PageHeader
        title={service.title}
        lead={service.description ? <p>{service.description}</p> : null}
        meta={service.category ? <Badge>{service.category}</Badge> : null}
      />
      <Columns aside={<ProviderPanel service={service.slug} />}>
        <RichText html={service.html.content} text={service.content} />
        {service.typicalCosts && (
          <section data-costs>
            <SectionHeading title="Typical Costs" />
            <RichText html={service.html.typicalCosts} text={service.typicalCosts} />
          </section>
        )}
        <RelatedInfo item={service} />
      </Columns>
    </Container>
  );
}
