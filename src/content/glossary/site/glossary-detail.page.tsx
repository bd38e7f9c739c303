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
import { Container } from '#ui/container.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import { SkeletonPage } from '#ui/skeleton.tsx';
import type { GlossaryTerm } from '../glossary.collection.ts';
import { termLd } from './glossary-ld.ts';

const termQuery = (slug: string) => itemQuery<ItemPage<GlossaryTerm>>('glossary', slug);

const NOT_FOUND = 'Term Not Found';

export const Route = createFileRoute('/glossary/$slug')({
  loader: ({ context: { queryClient }, params, location }) =>
    loadOrNotFound(location.pathname, () => queryClient.ensureQueryData(termQuery(params.slug))),
  head: ({ match, loaderData: term }) => {
    const { site } = match.context;
    if (!term) return notFoundHead(site, NOT_FOUND);
    const path = `/glossary/${term.slug}`;
    return pageHead({
      site,
      path,
      title: term.metaTitle || `${term.term} - ${site.name}`,
      description: term.metaDescription || term.definition || (term.summary ?? ''),
      type: 'article',
      noindex: !term.isPublished,
      jsonLd: [
        termLd(site, term),
        breadcrumbLd(site, [
          { name: 'Home', path: '' },
          { name: 'Glossary', path: '/glossary' },
          { name: term.term, path },
        ]),
      ],
    });
  },
  component: GlossaryDetailPage,
  pendingComponent: () => (
    <Container>
      <SkeletonPage />
    </Container>
  ),
  notFoundComponent: TermNotFound,
  errorComponent: TermNotFound,
});

function TermNotFound() {
  return (
    <NotFoundScreen
      heading={NOT_FOUND}
      text="The glossary term you're looking for doesn't exist or has been removed."
      actions={[{ href: '/glossary', label: 'View All Terms' }]}
    />
  );
}

function GlossaryDetailPage() {
  const { slug } = Route.useParams();
  const { data: term } = useSuspenseQuery(termQuery(slug));
  return (
    <Container className="pb-16">
      {!term.isPublished && <DraftBanner />}
      <Breadcrumbs
        items={[
          { label: 'Home', href: '/' },
          { label: 'Glossary', href: '/glossary' },
          { label: term.term },
        ]}
      />
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
