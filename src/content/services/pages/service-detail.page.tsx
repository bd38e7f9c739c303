import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { CardResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { itemQuery, listQuery } from '#site/api/queries.ts';
import { headingsOf } from '#site/contents.ts';
import { HOME } from '#site/head/page-head.ts';
import { ItemFrame } from '#site/item/item-frame.tsx';
import { itemPage } from '#site/item/item-page.tsx';
import { RichText } from '#site/rich-text.tsx';
import { Badge } from '#ui/badge.tsx';
import { Columns } from '#ui/columns.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { PageHeader, SectionHeading } from '#ui/headings.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ServiceLines } from './service-group-section.tsx';
import { groupOf, serviceListQuery } from './service-groups.ts';

type ProviderCardData = CardResponse<'service-providers'>;

const SHOWN = 5;
const NEAR = 20;

/** The first of all, for a service of which nothing better is known. */
const providersQuery = listQuery('service-providers', { limit: SHOWN });

const nearProvidersQuery = (slug: string) =>
  listQuery('service-providers', { limit: NEAR, service: slug });

/** Those that offer the service itself, then those of its category, then the first of all. */
const pickProviders = (
  slug: string,
  near: readonly ProviderCardData[],
  all: readonly ProviderCardData[],
): ProviderCardData[] => {
  const offers = ({ serviceIds }: ProviderCardData) => serviceIds.includes(slug);
  const ranked = [...near.filter(offers), ...near.filter((one) => !offers(one)), ...all];
  return [...new Map(ranked.map((one) => [one.id, one])).values()].slice(0, SHOWN);
};

const SERVICE = itemPage({
  query: (slug) => itemQuery('services', slug),
  folder: '/services',
  trail: [HOME, { name: 'Services', path: hrefTo('/services') }],
  missing: 'Service Not Found',
  gone: "The service you're looking for doesn't exist or has been removed.",
  back: 'View All Services',
  nameOf: (service) => service.title,
  describe: (service) => service.description || service.content || service.title,
  parts: ({ slug }) => [nearProvidersQuery(slug), providersQuery, serviceListQuery()],
});

export const Route = createFileRoute('/services/$slug')({
  ...SERVICE.route,
  component: ServiceDetailPage,
});

function ServiceDetailPage() {
  const service = SERVICE.useItem();
  const { data: list } = useQuery(serviceListQuery());
  const group = groupOf(service.slug, list?.items ?? []);
  return (
    <ItemFrame place={SERVICE} name={service.title} isDraft={!service.isPublished}>
      <PageHeader
        title={service.title}
        lead={service.description ? <p>{service.description}</p> : null}
        meta={service.category ? <Badge>{service.category}</Badge> : null}
      />
      {/* A buyer asks for the price and the provider; the reasons follow. */}
      <Columns
        headings={headingsOf(service.html.content ?? '')}
        isAsideFirst
        aside={<ProviderPanel service={service.slug} />}
      >
        {service.typicalCosts && (
          <section data-costs>
            <SectionHeading title="Typical Costs" />
            <RichText html={service.html.typicalCosts} />
          </section>
        )}
        <RichText html={service.html.content} />
        {group && group.others.length > 0 && (
          <section>
            <SectionHeading title={`More of ${group.main.title}`} />
            <ServiceLines services={group.others} />
          </section>
        )}
        <RelatedInfo item={service} />
      </Columns>
    </ItemFrame>
  );
}

const EMPTY_TEXT = 'No service providers available';

function ProviderPanel({ service }: { service: string }) {
  const { data: near, isPending: isNearPending } = useQuery(nearProvidersQuery(service));
  const { data: all, isPending } = useQuery(providersQuery);
  const items = pickProviders(service, near?.items ?? [], all?.items ?? []);
  return (
    <Panel title="Service Providers">
      {isPending || isNearPending ? <Skeleton className="h-24" /> : <Providers items={items} />}
    </Panel>
  );
}

function Providers({ items }: { items: readonly ProviderCardData[] }) {
  if (items.length === 0) return <p className="text-sm text-soft">{EMPTY_TEXT}</p>;
  return (
    <ul className="border-t border-line">
      {items.map(({ id, name, description, website }) => (
        <li key={id} className="border-b border-line py-4 text-sm">
          <h3 className="font-sans font-medium">{name}</h3>
          {description && <p className="mt-1 text-xs text-soft">{description}</p>}
          {website && (
            <p className="mt-2">
              <ExternalLink
                href={website}
                aria-label={`Learn More about ${name} (opens in a new tab)`}
              >
                Learn More
              </ExternalLink>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
