import { createFileRoute } from '@tanstack/react-router';
import { formatDate } from '#content/shared/format-date.ts';
import { loadOrNotFound } from '#site/api/load.ts';
import { itemQuery } from '#site/api/queries.ts';
import { useLoaded } from '#site/api/use-answer.ts';
import { type ItemPlace, itemHead } from '#site/item/item-head.ts';
import { ItemLoading } from '#site/item/item-loading.tsx';
import { ItemTop } from '#site/item/item-top.tsx';
import type { ItemPage } from '#site/item-page.ts';
import { RelatedInfo } from '#site/related-info.tsx';
import { stringifySearch } from '#site/search-params.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Columns } from '#ui/columns.tsx';
import { Container } from '#ui/container.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Panel } from '#ui/panel.tsx';
import { Prose } from '#ui/prose.tsx';
import { ProsePreviews } from '#ui/prose-previews.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import type { Feature } from '../features.collection.ts';

const PLACE: ItemPlace = {
  folder: '/features',
  trail: [{ name: 'Features', path: '/features' }],
  missing: 'Feature Not Found',
};

const featureQuery = (slug: string) => itemQuery<ItemPage<Feature>>('features', slug);

export const Route = createFileRoute('/features/$slug')({
  loader: ({ context, params, location }) =>
    loadOrNotFound(location.pathname, () =>
      context.queryClient.ensureQueryData(featureQuery(params.slug)),
    ),
  head: itemHead<ItemPage<Feature>>({
    place: PLACE,
    nameOf: (feature) => feature.name,
    describe: (feature) => feature.description ?? feature.name,
  }),
  component: FeaturePage,
  pendingComponent: ItemLoading,
  notFoundComponent: FeatureNotFound,
  errorComponent: FeatureNotFound,
});

function FeatureNotFound() {
  return (
    <NotFoundScreen
      heading={PLACE.missing}
      text="The requested feature could not be found."
      actions={[{ href: '/features', label: 'Back to Features' }]}
    />
  );
}

function FeaturePage() {
  const { slug } = Route.useParams();
  const feature = useLoaded(featureQuery(slug));
  return (
    <Container>
      <ItemTop place={PLACE} name={feature.name} isDraft={!feature.isPublished} />
      <PageHeader
        overline={feature.category ? <Badge>{feature.category}</Badge> : null}
        title={feature.name}
        lead={feature.description ? <p>{feature.description}</p> : null}
      />
      <Columns aside={<FeatureAside feature={feature} />}>
        {feature.html.content && (
          <ProsePreviews>
            <Prose html={feature.html.content} />
          </ProsePreviews>
        )}
        <RelatedInfo item={feature} />
        <div className="flex flex-wrap gap-3">
          <ButtonLink href="/features">All features</ButtonLink>
          <ButtonLink href="/vendors" variant="primary">
            Browse vendors
          </ButtonLink>
        </div>
      </Columns>
    </Container>
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
            <a href={`/features${stringifySearch({ category })}`} className="text-link">
              All features in {category}
            </a>
          </p>
        </Panel>
      )}
    </>
  );
}
