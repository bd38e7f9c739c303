import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { loadOrNotFound } from '#site/api/load.ts';
import { itemQuery } from '#site/api/queries.ts';
import { DraftBanner } from '#site/draft-banner.tsx';
import { breadcrumbLd } from '#site/head/json-ld.ts';
import { notFoundHead, pageHead } from '#site/head/page-head.ts';
import type { ItemPage } from '#site/item-page.ts';
import { RelatedInfo } from '#site/related-info.tsx';
import { Badge } from '#ui/badge.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Columns } from '#ui/columns.tsx';
import { Container } from '#ui/container.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Prose } from '#ui/prose.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import { SkeletonPage } from '#ui/skeleton.tsx';
import type { BuyersGuide } from '../buyers-guides.collection.ts';
import { GuideAside } from './guide-aside.tsx';
import { GuideList, GuideSection } from './guide-section.tsx';

export type GuidePage = ItemPage<BuyersGuide> & {
  useCases: { slug: string | null; title: string }[];
};

const NOT_FOUND = 'Guide Not Found';

const guideQuery = (slug: string) => itemQuery<GuidePage>('buyers-guides', slug);

export const Route = createFileRoute('/buyers-guides/$slug')({
  loader: ({ context, params, location }) =>
    loadOrNotFound(location.pathname, () =>
      context.queryClient.ensureQueryData(guideQuery(params.slug)),
    ),
  head: ({ match, loaderData: guide }) => {
    const { site } = match.context;
    if (!guide) return notFoundHead(site, NOT_FOUND);
    const path = `/buyers-guides/${guide.slug}`;
    return pageHead({
      site,
      path,
      type: 'article',
      title: guide.metaTitle || `${guide.title} - ${site.name}`,
      description: guide.metaDescription || (guide.description ?? guide.title),
      noindex: !guide.isPublished,
      jsonLd: breadcrumbLd(site, [
        { name: "Buyer's Guides", path: '/buyers-guides' },
        { name: guide.title, path },
      ]),
    });
  },
  component: BuyersGuidePage,
  pendingComponent: () => (
    <Container>
      <SkeletonPage />
    </Container>
  ),
  notFoundComponent: GuideNotFound,
  errorComponent: GuideNotFound,
});

function GuideNotFound() {
  return (
    <NotFoundScreen
      heading={NOT_FOUND}
      text="The buyer's guide you're looking for doesn't exist."
      actions={[{ href: '/buyers-guides', label: "Back to Buyer's Guides" }]}
    />
  );
}

function BuyersGuidePage() {
  const { slug } = Route.useParams();
  const { data: guide } = useSuspenseQuery(guideQuery(slug));
  return (
    <Container>
      {!guide.isPublished && <DraftBanner />}
      <Breadcrumbs
        items={[{ label: "Buyer's Guides", href: '/buyers-guides' }, { label: guide.title }]}
      />
      <p className="no-print mt-3 text-sm">
        <a href="/buyers-guides" className="text-link">
          Back to Buyer's Guides
        </a>
      </p>
      <PageHeader
        overline={guide.buyerType ? <Badge tone="accent">{guide.buyerType}</Badge> : null}
        title={guide.title}
        lead={guide.description ? <p>{guide.description}</p> : null}
        meta={
          <>
            {guide.targetRole && <span>For {guide.targetRole}</span>}
            {guide.targetAssets && <span>{guide.targetAssets}</span>}
          </>
        }
      />
      <Columns aside={<GuideAside guide={guide} />}>
        {guide.sections.map((section) => (
          <GuideSection key={section.heading} section={section} />
        ))}
        <GuideList title="Checklist" items={guide.checklist} />
        <GuideList title="Recommendations" items={guide.recommendations} />
        {guide.html.content && <Prose html={guide.html.content} />}
        <RelatedInfo item={guide} />
      </Columns>
    </Container>
  );
}
