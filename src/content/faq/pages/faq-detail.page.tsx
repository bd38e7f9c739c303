import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { itemQuery } from '#site/api/queries.ts';
import { HOME } from '#site/head/page-head.ts';
import { ItemFrame } from '#site/item/item-frame.tsx';
import { itemPage } from '#site/item/item-page.tsx';
import { LinkPanel } from '#site/item/link-panel.tsx';
import { RichText } from '#site/rich-text.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Columns } from '#ui/columns.tsx';
import { PageHeader } from '#ui/headings.tsx';
import { questionLd } from './faq-ld.ts';

const FAQ = itemPage({
  query: (slug) => itemQuery('faq', slug),
  folder: '/faq',
  trail: [HOME, { name: 'FAQ', path: hrefTo('/faq') }],
  missing: 'FAQ Entry Not Found',
  gone: "The FAQ entry you're looking for doesn't exist or has been removed.",
  back: 'View All Questions',
  type: 'article',
  nameOf: (entry) => entry.question,
  describe: (entry) => entry.answer,
  jsonLd: questionLd,
});

export const Route = createFileRoute('/faq/$slug')({ ...FAQ.route, component: FaqDetailPage });

function FaqDetailPage() {
  const entry = FAQ.useItem();
  return (
    <ItemFrame place={FAQ} name={entry.question} isDraft={!entry.isPublished}>
      <PageHeader overline={entry.category} title={entry.question} />
      <Columns
        aside={
          <>
            <LinkPanel
              title="Related Questions"
              items={entry.relatedQuestions.map(({ slug, question }) => ({
                href: hrefTo('/faq/$slug', { slug }),
                title: question,
              }))}
            />
            <ButtonLink href={hrefTo('/faq')}>All questions</ButtonLink>
          </>
        }
      >
        <RichText html={entry.html.answer} />
        <RelatedInfo item={entry} />
      </Columns>
    </ItemFrame>
  );
}
