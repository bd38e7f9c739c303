import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { loadOnServer, loadOrNotFound } from '#site/api/load.ts';
import { itemQuery } from '#site/api/queries.ts';
import { DraftBanner } from '#site/draft-banner.tsx';
import { breadcrumbLd } from '#site/head/json-ld.ts';
import { notFoundHead, pageHead } from '#site/head/page-head.ts';
import type { ItemPage } from '#site/item-page.ts';
import { RelatedInfo } from '#site/related-info.tsx';
import { RichText } from '#site/rich-text.tsx';
import { Badge } from '#ui/badge.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Columns } from '#ui/columns.tsx';
import { Container } from '#ui/container.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { SkeletonPage } from '#ui/skeleton.tsx';
import type { Service } from '../services.collection.ts';
import { ProviderPanel } from './provider-panel.tsx';
import { providersQuery } from './providers-query.ts';

const serviceQuery = (slug: string) => itemQuery<ItemPage<Service>>('services', slug);

const NOT_FOUND = 'Service Not Found';

export const Route = createFileRoute('/services/$slug')({
  loader: async ({ context: { queryClient }, params, location }) => {
    const service = await loadOrNotFound(location.pathname, () =>
      queryClient.ensureQueryData(serviceQuery(params.slug)),
    );
    await loadOnServer(queryClient, [providersQuery]);
    return service;
  },
  head: ({ match, loaderData: service }) => {
    const { site } = match.context;
    if (!service) return notFoundHead(site, NOT_FOUND);
    const path = `/services/${service.slug}`;
    return pageHead({
      site,
      path,
      title: service.metaTitle || `${service.title} - ${site.name}`,
      description:
        service.metaDescription || service.description || service.content || service.title,
      noindex: !service.isPublished,
      jsonLd: breadcrumbLd(site, [
        { name: 'Home', path: '' },
        { name: 'Services', path: '/services' },
        { name: service.title, path },
      ]),
    });
  },
  component: ServiceDetailPage,
  pendingComponent: () => (
    <Container>
      <SkeletonPage />
    </Container>
  ),
  notFoundComponent: ServiceNotFound,
  errorComponent: ServiceNotFound,
});

function ServiceNotFound() {
  return (
    <NotFoundScreen
      heading={NOT_FOUND}
      text="The service you're looking for doesn't exist or has been removed."
      actions={[{ href: '/services', label: 'View All Services' }]}
    />
  );
}

function ServiceDetailPage() {
  const { slug } = Route.useParams();
  const { data: service } = useSuspenseQuery(serviceQuery(slug));
  return (
    <Container className="pb-16">
      {!service.isPublished && <DraftBanner />}
      <Breadcrumbs
        items={[
          { label: 'Home', href: '/' },
          { label: 'Services', href: '/services' },
          { label: service.title },
        ]}
      />
      <PageHeader
        title={service.title}
        lead={service.description ? <p>{service.description}</p> : null}
        meta={service.category ? <Badge>{service.category}</Badge> : null}
      />
      <Columns aside={<ProviderPanel />}>
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
