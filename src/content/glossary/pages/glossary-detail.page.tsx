import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { itemQuery } from '#site/api/queries.ts';
import { HOME } from '#site/head/page-head.ts';
import { ItemFrame } from '#site/item/item-frame.tsx';
import { itemPage } from '#site/item/item-page.tsx';
import { RichText } from '#site/rich-text.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { PageHeader } from '#ui/headings.tsx';
import { termLd } from './glossary-ld.ts';

const TERM = itemPage({
  query: (slug) => itemQuery('glossary', slug),
  folder: '/glossary',
  trail: [HOME, { name: 'Glossary', path: hrefTo('/glossary') }],
  missing: 'Term Not Found',
  gone: "The glossary term you're looking for doesn't exist or has been removed.",
  back: 'View All Terms',
  type: 'article',
  nameOf: (entry) => entry.term,
  describe: (entry) => entry.definition,
  jsonLd: termLd,
});

export const Route = createFileRoute('/glossary/$slug')({
  ...TERM.route,
  component: GlossaryDetailPage,
});

function GlossaryDetailPage() {
  const term = TERM.useItem();
  return (
    <ItemFrame place={TERM} name={term.term} isDraft={!term.isPublished}>
      <PageHeader overline={term.category} title={term.term} />
      <div className="space-y-14">
        <RichText html={term.html.definition} />
        <RelatedInfo item={term} />
        <p>
          <ButtonLink href={hrefTo('/glossary')}>All terms</ButtonLink>
        </p>
      </div>
    </ItemFrame>
  );
}
