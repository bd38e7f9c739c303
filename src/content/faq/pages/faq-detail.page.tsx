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
import { Columns } from '#ui/columns.tsx';
import { PageHeader } from '#ui/headings.tsx';
import { Panel } from '#ui/panel.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import { questionLd } from './faq-ld.ts';

type FaqPage = DetailResponse<'faq'>;

const faqQuery = (slug: string) => itemQuery('faq', slug);

const PLACE: ItemPlace = {
  folder: '/faq',
  trail: [HOME, { name: 'FAQ', path: hrefTo('/faq') }],
  missing: 'FAQ Entry Not Found',
};

export const Route = createFileRoute('/faq/$slug')({
  loader: ({ context: { queryClient }, params, location }) =>
    loadOrNotFound(queryClient, location, faqQuery(params.slug)),
  head: itemHead<FaqPage>({
    place: PLACE,
    type: 'article',
    nameOf: (entry) => entry.question,
    describe: (entry) => entry.answer,
    jsonLd: questionLd,
  }),
  component: FaqDetailPage,
  pendingComponent: ItemLoading,
  notFoundComponent: () => (
    <ItemMissing place={PLACE} back="View All Questions">
      The FAQ entry you're looking for doesn't exist or has been removed.
    </ItemMissing>
  ),
  errorComponent: ItemError,
});

function FaqDetailPage() {
  const { slug } = Route.useParams();
  const { data: entry } = useSuspenseQuery(faqQuery(slug));
  return (
    <ItemFrame place={PLACE} name={entry.question} isDraft={!entry.isPublished}>
      <PageHeader overline={entry.category} title={entry.question} />
      <Columns aside={<RelatedQuestions questions={entry.relatedQuestions} />}>
        <RichText html={entry.html.answer} text={entry.answer} />
        <RelatedInfo item={entry} />
      </Columns>
    </ItemFrame>
  );
}

function RelatedQuestions({ questions }: { questions: FaqPage['relatedQuestions'] }) {
  return (
    <>
      {questions.length > 0 && (
        <Panel title="Related Questions">
          <RuledList
            size="compact"
            items={questions.map(({ slug, question }) => ({
              href: hrefTo('/faq/$slug', { slug }),
              title: question,
            }))}
          />
        </Panel>
      )}
      <ButtonLink href={hrefTo('/faq')}>All questions</ButtonLink>
    </>
  );
}
