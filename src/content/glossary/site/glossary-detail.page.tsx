import { createFileRoute } from '@tanstack/react-router';
import { loadOrNotFound } from '#site/api/load.ts';
import { itemQuery } from '#site/api/queries.ts';
import { useLoaded } from '#site/api/use-answer.ts';
import { HOME } from '#site/head/json-ld.ts';
import { type ItemPlace, itemHead } from '#site/item/item-head.ts';
import { ItemLoading } from '#site/item/item-loading.tsx';
import { ItemTop } from '#site/item/item-top.tsx';
import type { ItemPage } from '#site/item-page.ts';
import { RelatedInfo } from '#site/related-info.tsx';
import { RichText } from '#site/rich-text.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Container } from '#ui/container.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import type { GlossaryTerm } from '../glossary.collection.ts';
import { termLd } from './glossary-ld.ts';

const termQuery = (slug: string) => itemQuery<ItemPage<GlossaryTerm>>('glossary', slug);

const PLACE: ItemPlace = {
  folder: '/glossary',
  trail: [HOME, { name: 'Glossary', path: '/glossary' }],
  missing: 'Term Not Found',
};

export const Route = createFileRoute('/glossary/$slug')({
  loader: ({ context: { queryClient }, params, location }) =>
    loadOrNotFound(location.pathname, () => queryClient.ensureQueryData(termQuery(params.slug))),
  head: itemHead<ItemPage<GlossaryTerm>>({
    place: PLACE,
    type: 'article',
    nameOf: (entry) => entry.term,
    describe: (entry) => entry.definition || (entry.summary ?? ''),
    jsonLd: termLd,
  }),
  component: GlossaryDetailPage,
  pendingComponent: ItemLoading,
  notFoundComponent: TermNotFound,
  errorComponent: TermNotFound,
});

function TermNotFound() {
  return (
    <NotFoundScreen
      heading={PLACE.missing}
      text="The glossary term you're looking for doesn't exist or has been removed."
      actions={[{ href: '/glossary', label: 'View All Terms' }]}
    />
  );
}

function GlossaryDetailPage() {
  const { slug } = Route.useParams();
  const term = useLoaded(termQuery(slug));
  return (
    <Container>
      <ItemTop place={PLACE} name={term.term} isDraft={!term.isPublished} />
      <PageHeader overline={term.category} title={term.term} />
      <div className="space-y-14">
        <RichText html={term.html.definition} text={term.definition} />
        <RelatedInfo item={term} />
        <p>
          <ButtonLink href="/glossary">All terms</ButtonLink>
        </p>
      </div>
    </Container>
  );
}
