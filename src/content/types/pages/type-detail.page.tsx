import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { CardResponse, DetailResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { HubBlock } from '#content/content-hub/hub.card.tsx';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { itemQuery, loadOrNotFound, loadParts, pathQuery } from '#site/api/queries.ts';
import { headingsOf } from '#site/contents.ts';
import { HOME } from '#site/head/page-head.ts';
import { ItemFrame, ItemLoading, ItemMissing } from '#site/item/item-frame.tsx';
import { type ItemPlace, itemHead } from '#site/item/item-head.ts';
import { RichText } from '#site/rich-text.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Columns } from '#ui/columns.tsx';
import { PageHeader } from '#ui/headings.tsx';
import { ArrowLeft } from '#ui/icons.tsx';
import { Panel } from '#ui/panel.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import { typeListQuery } from './type-list-query.ts';

const hubQuery = (slug: string) => pathQuery('/api/content-hub-config/type/{slug}', { slug });

const typeQuery = (slug: string) => itemQuery('types', slug);

const PLACE: ItemPlace = {
  folder: '/types',
  trail: [HOME, { name: 'Types', path: hrefTo('/types') }],
  missing: 'Type Not Found',
  isMissingOnError: true,
};

export const Route = createFileRoute('/types/$slug')({
  loader: async ({ context: { queryClient }, params, location }) => {
    const type = await loadOrNotFound(queryClient, location, typeQuery(params.slug));
    await loadParts(queryClient, hubQuery(type.slug), typeListQuery());
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
    <ItemMissing place={PLACE} back="View All Types">
      The family office type you're looking for doesn't exist or has been removed.
    </ItemMissing>
  );
}

function TypeDetailPage() {
  const { slug } = Route.useParams();
  const { data: type } = useSuspenseQuery(typeQuery(slug));
  const { data: hub } = useQuery(hubQuery(type.slug));
  const { data: list } = useQuery(typeListQuery());
  const others = list?.items.filter((other) => other.slug !== type.slug) ?? [];
  return (
    <ItemFrame place={PLACE} name={type.title} isDraft={!type.isPublished}>
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
      {/* The other forms stand beside it, since readers compare them. */}
      <Columns
        headings={headingsOf(type.html.content ?? '')}
        isAsideFirst={others.length > 0}
        aside={others.length > 0 && <OtherForms forms={others} />}
      >
        <RichText html={type.html.content} text={type.content} />
        <HubBlock config={hub} currentSlug={type.slug} />
        <RelatedInfo item={type} />
      </Columns>
    </ItemFrame>
  );
}

function OtherForms({ forms }: { forms: readonly CardResponse<'types'>[] }) {
  return (
    <Panel title="Other forms">
      <RuledList
        size="compact"
        items={forms.map(({ slug, title, description }) => ({
          href: hrefTo('/types/$slug', { slug }),
          title,
          text: description,
        }))}
      />
    </Panel>
  );
}
