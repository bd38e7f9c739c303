import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { DetailResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { itemQuery, loadOrNotFound } from '#site/api/queries.ts';
import { HOME } from '#site/head/page-head.ts';
import { ItemError, ItemFrame, ItemLoading, ItemMissing } from '#site/item/item-frame.tsx';
import { type ItemPlace, itemHead } from '#site/item/item-head.ts';
import { RichText } from '#site/rich-text.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { PageHeader } from '#ui/headings.tsx';
import { termLd } from './glossary-ld.ts';

const termQuery = (slug: string) => itemQuery('glossary', slug);

const PLACE: ItemPlace = {
  folder: '/glossary',
  trail: [HOME, { name: 'Glossary', path: hrefTo('/glossary') }],
  missing: 'Term Not Found',
};

export const Route = createFileRoute('/glossary/$slug')({
  loader: ({ context: { queryClient }, params, location }) =>
    loadOrNotFound(queryClient, location, termQuery(params.slug)),
  head: itemHead<DetailResponse<'glossary'>>({
    place: PLACE,
    type: 'article',
    nameOf: (entry) => entry.term,
    describe: (entry) => entry.definition,
    jsonLd: termLd,
  }),
  component: GlossaryDetailPage,
  pendingComponent: ItemLoading,
  notFoundComponent: () => (
    <ItemMissing place={PLACE} back="View All Terms">
      The glossary term you're looking for doesn't exist or has been removed.
    </ItemMissing>
  ),
  errorComponent: ItemError,
});

function GlossaryDetailPage() {
  const { slug } = Route.useParams();
  const { data: term } = useSuspenseQuery(termQuery(slug));
  return (
    <ItemFrame place={PLACE} name={term.term} isDraft={!term.isPublished}>
      <PageHeader overline={term.category} title={term.term} />
      <div className="space-y-14">
        <RichText html={term.html.definition} text={term.definition} />
        <RelatedInfo item={term} />
        <p>
          <ButtonLink href={hrefTo('/glossary')}>All terms</ButtonLink>
        </p>
      </div>
    </ItemFrame>
  );
}
