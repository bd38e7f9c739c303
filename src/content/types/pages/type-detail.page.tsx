import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { DetailResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { HubBlock } from '#content/content-hub/hub.card.tsx';
import { hubQuery } from '#content/content-hub/hub.query.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { loadOrNotFound, loadParts } from '#site/api/load.ts';
import { itemQuery } from '#site/api/queries.ts';
import { HOME } from '#site/head/json-ld.ts';
import { type ItemPlace, itemHead } from '#site/item/item-head.ts';
import { ItemLoading } from '#site/item/item-loading.tsx';
import { ItemTop } from '#site/item/item-top.tsx';
import { RichText } from '#site/rich-text.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Container } from '#ui/container.tsx';
import { ArrowLeft } from '#ui/icons.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';

const typeQuery = (slug: string) => itemQuery('types', slug);

const PLACE: ItemPlace = {
  folder: '/types',
  trail: [HOME, { name: 'Types', path: hrefTo('/types') }],
  missing: 'Type Not Found',
};

export const Route = createFileRoute('/types/$slug')({
  loader: async ({ context: { queryClient }, params, location }) => {
    const type = await loadOrNotFound(location.pathname, () =>
      queryClient.ensureQueryData(typeQuery(params.slug)),
    );
    await loadParts(queryClient.ensureQueryData(hubQuery(type.slug)));
    return type;
  },
  head: itemHead<DetailResponse<'types'>>({
    place: PLACE,
    nameOf: (type) => type.title,
    titleFor: (type) => `${type.title} - Family Office Types`,
    describe: (type) => type.description || type.content || type.title,
  }),
  component: TypeDetailPage,
  pendingComponent: ItemLoading,
  notFoundComponent: TypeNotFound,
  errorComponent: TypeNotFound,
});

function TypeNotFound() {
  return (
    <NotFoundScreen
      heading={PLACE.missing}
      text="The family office type you're looking for doesn't exist or has been removed."
      actions={[{ href: hrefTo('/types'), label: 'View All Types' }]}
    />
  );
}

function TypeDetailPage() {
  const { slug } = Route.useParams();
  const { data: type } = useSuspenseQuery(typeQuery(slug));
  const { data: hub } = useQuery(hubQuery(type.slug));
  return (
    <Container>
      <ItemTop place={PLACE} name={type.title} isDraft={!type.isPublished} />
      <PageHeader
        title={type.title}
        lead={type.description ? <p>{type.description}</p> : null}
        actions={
          <ButtonLink href={hrefTo('/types')} variant="quiet">
            <ArrowLeft aria-hidden className="size-4" />
            Back to Types
          </ButtonLink>
        }
      />
      <div className="space-y-14">
        <RichText html={type.html.content} text={type.content} />
        <HubBlock config={hub} currentSlug={type.slug} />
        <RelatedInfo item={type} />
      </div>
    </Container>
  );
}
