import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { loadOrNotFound } from '#site/api/load.ts';
import { itemQuery } from '#site/api/queries.ts';
import { DraftBanner } from '#site/draft-banner.tsx';
import { breadcrumbLd } from '#site/head/json-ld.ts';
import { notFoundHead, pageHead } from '#site/head/page-head.ts';
import type { ItemPage } from '#site/item-page.ts';
import { RelatedInfo } from '#site/related-info.tsx';
import { RichText } from '#site/rich-text.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Columns } from '#ui/columns.tsx';
import { Container } from '#ui/container.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Panel } from '#ui/panel.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import { SkeletonPage } from '#ui/skeleton.tsx';
import type { FaqEntry } from '../faq.collection.ts';
import { qaPageLd } from './faq-ld.ts';

type FaqPage = ItemPage<FaqEntry> & {
  relatedQuestions: Pick<FaqEntry, 'slug' | 'question'>[];
};

const faqQuery = (slug: string) => itemQuery<FaqPage>('faq', slug);

const NOT_FOUND = 'FAQ Entry Not Found';

export const Route = createFileRoute('/faq/$slug')({
  loader: ({ context: { queryClient }, params, location }) =>
    loadOrNotFound(location.pathname, () => queryClient.ensureQueryData(faqQuery(params.slug))),
  head: ({ match, loaderData: entry }) => {
    const { site } = match.context;
    if (!entry) return notFoundHead(site, NOT_FOUND);
    const path = `/faq/${entry.slug}`;
    return pageHead({
      site,
      path,
      title: entry.metaTitle || `${entry.question} - ${site.name}`,
      description: entry.metaDescription || entry.answer || (entry.summary ?? ''),
      type: 'article',
      noindex: !entry.isPublished,
      jsonLd: [
        qaPageLd(site, entry),
        breadcrumbLd(site, [
          { name: 'Home', path: '' },
          { name: 'FAQ', path: '/faq' },
          { name: entry.question, path },
        ]),
      ],
    });
  },
  component: FaqDetailPage,
  pendingComponent: () => (
    <Container>
      <SkeletonPage />
    </Container>
  ),
  notFoundComponent: FaqNotFound,
  errorComponent: FaqNotFound,
});

function FaqNotFound() {
  return (
    <NotFoundScreen
      heading={NOT_FOUND}
      text="The FAQ entry you're looking for doesn't exist or has been removed."
      actions={[{ href: '/faq', label: 'View All Questions' }]}
    />
  );
}

function FaqDetailPage() {
  const { slug } = Route.useParams();
  const { data: entry } = useSuspenseQuery(faqQuery(slug));
  return (
    <Container className="pb-16">
      {!entry.isPublished && <DraftBanner />}
      <Breadcrumbs
        items={[
          { label: 'Home', href: '/' },
          { label: 'FAQ', href: '/faq' },
          { label: entry.question },
        ]}
      />
      <PageHeader overline={entry.category} title={entry.question} />
      <Columns aside={<RelatedQuestions questions={entry.relatedQuestions} />}>
        <RichText html={entry.html.answer} text={entry.answer} />
        <RelatedInfo item={entry} />
      </Columns>
    </Container>
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
              href: `/faq/${slug}`,
              title: question,
            }))}
          />
        </Panel>
      )}
      <ButtonLink href="/faq">All questions</ButtonLink>
    </>
  );
}
