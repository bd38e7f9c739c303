import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { HubBlock } from '#content/content-hub/hub.card.tsx';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { itemQuery, pathQuery } from '#site/api/queries.ts';
import { headingsOf } from '#site/contents.ts';
import { HOME } from '#site/head/page-head.ts';
import { ItemFrame } from '#site/item/item-frame.tsx';
import { itemPage } from '#site/item/item-page.tsx';
import { LinkPanel } from '#site/item/link-panel.tsx';
import { RichText } from '#site/rich-text.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Columns } from '#ui/columns.tsx';
import { PageHeader } from '#ui/headings.tsx';
import { ArrowLeft } from '#ui/icons.tsx';
import { typeListQuery } from './type-list-query.ts';

const hubQuery = (slug: string) => pathQuery('/api/content-hub-config/type/{slug}', { slug });

const TYPE = itemPage({
  query: (slug) => itemQuery('types', slug),
  folder: '/types',
  trail: [HOME, { name: 'Types', path: hrefTo('/types') }],
  missing: 'Type Not Found',
  isMissingOnError: true,
  gone: "The family office type you're looking for doesn't exist or has been removed.",
  back: 'View All Types',
  nameOf: (type) => type.title,
  titleFor: (type) => `${type.title} - Family Office Types`,
  describe: (type) => type.description || type.content || type.title,
  parts: ({ slug }) => [hubQuery(slug), typeListQuery()],
});

export const Route = createFileRoute('/types/$slug')({ ...TYPE.route, component: TypeDetailPage });

function TypeDetailPage() {
  const type = TYPE.useItem();
  const { data: hub } = useQuery(hubQuery(type.slug));
  const { data: list } = useQuery(typeListQuery());
  const others = list?.items.filter((other) => other.slug !== type.slug) ?? [];
  return (
    <ItemFrame place={TYPE} name={type.title} isDraft={!type.isPublished}>
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
        aside={
          others.length > 0 && (
            <LinkPanel
              title="Other forms"
              items={others.map(({ slug, title, description }) => ({
                href: hrefTo('/types/$slug', { slug }),
                title,
                text: description,
              }))}
            />
          )
        }
      >
        <RichText html={type.html.content} />
        <HubBlock config={hub} currentSlug={type.slug} />
        <RelatedInfo item={type} />
      </Columns>
    </ItemFrame>
  );
}
