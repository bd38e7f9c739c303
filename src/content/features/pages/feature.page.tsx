import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { DetailResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { FeatureAnswer, FeatureCoverage } from '#content/shared/coverage/feature-coverage.tsx';
import { formatDate } from '#content/shared/format-date.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { itemQuery, loadOrNotFound, partQuery } from '#site/api/queries.ts';
import { ItemError, ItemFrame, ItemLoading, ItemMissing } from '#site/item/item-frame.tsx';
import { type ItemPlace, itemHead } from '#site/item/item-head.ts';
import { RichText } from '#site/rich-text.tsx';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Columns } from '#ui/columns.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { PageHeader } from '#ui/headings.tsx';
import { Panel } from '#ui/panel.tsx';
import type { Feature } from '../features.collection.ts';

const PLACE: ItemPlace = {
  folder: '/features',
  trail: [{ name: 'Features', path: hrefTo('/features') }],
  missing: 'Feature Not Found',
};

const featureQuery = (slug: string) => itemQuery('features', slug);

const NO_EVIDENCE = {
  totals: { documented: 0, partial: 0, absent: 0 },
  notConfirmed: 0,
  vendors: [],
  stated: { total: 0, vendors: [] },
};

const evidenceQuery = (slug: string) =>
  partQuery(NO_EVIDENCE, '/api/features/{id}/coverage', { id: slug });

export const Route = createFileRoute('/features/$slug')({
  loader: async ({ context: { queryClient }, params, location }) => {
    const feature = await loadOrNotFound(queryClient, location, featureQuery(params.slug));
    await queryClient.ensureQueryData(evidenceQuery(params.slug));
    return feature;
  },
  head: itemHead<DetailResponse<'features'>>({
    place: PLACE,
    nameOf: (feature) => feature.name,
    describe: (feature) => feature.description ?? feature.name,
  }),
  component: FeaturePage,
  pendingComponent: ItemLoading,
  notFoundComponent: () => (
    <ItemMissing place={PLACE} back="Back to Features">
      The requested feature could not be found.
    </ItemMissing>
  ),
  errorComponent: ItemError,
});

function FeaturePage() {
  const { slug } = Route.useParams();
  const { data: feature } = useSuspenseQuery(featureQuery(slug));
  const { data: evidence } = useSuspenseQuery(evidenceQuery(slug));
  return (
    <ItemFrame place={PLACE} name={feature.name} isDraft={!feature.isPublished}>
      <PageHeader
        overline={feature.category ? <Badge>{feature.category}</Badge> : null}
        title={feature.name}
        lead={
          <>
            <FeatureAnswer evidence={evidence} />
            {feature.description && <p>{feature.description}</p>}
          </>
        }
      />
      <Columns aside={<FeatureAside feature={feature} />}>
        <RichText html={feature.html.content} />
        <FeatureCoverage slug={slug} evidence={evidence} />
        <RelatedInfo item={feature} />
        <div className="flex flex-wrap gap-3">
          <ButtonLink href={hrefTo('/needs', {}, { f: [slug] })} rel="nofollow">
            Start from this need
          </ButtonLink>
          <ButtonLink href={hrefTo('/features')}>All features</ButtonLink>
          <ButtonLink href={hrefTo('/vendors')} variant="primary">
            Browse vendors
          </ButtonLink>
        </div>
      </Columns>
    </ItemFrame>
  );
}

function FeatureAside({ feature }: { feature: Feature }) {
  const { category } = feature;
  return (
    <>
      <Panel title="At a glance">
        <DescriptionList
          items={[
            ...(feature.importance ? [{ label: 'Importance', value: feature.importance }] : []),
            ...(feature.complexity ? [{ label: 'Complexity', value: feature.complexity }] : []),
            {
              label: 'Added',
              value: <time dateTime={feature.createdAt}>{formatDate(feature.createdAt)}</time>,
            },
          ]}
        />
      </Panel>
      {category && (
        <Panel title={`About ${category}`}>
          <p className="text-sm text-soft">
            This feature belongs to a group that is usually bought, and tested, together.{' '}
            <a href={hrefTo('/features', {}, { category })} className="text-link">
              All features in {category}
            </a>
          </p>
          <p className="mt-3 text-sm text-soft">
            <a href={hrefTo('/features/matrix', {}, { category })} className="text-link">
              Who documents what in {category}
            </a>
          </p>
        </Panel>
      )}
    </>
  );
}
