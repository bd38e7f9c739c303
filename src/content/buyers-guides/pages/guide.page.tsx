import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { loadOrNotFound } from '#site/api/load.ts';
import { itemQuery } from '#site/api/queries.ts';
import { type ItemPlace, itemHead } from '#site/item/item-head.ts';
import { ItemLoading } from '#site/item/item-loading.tsx';
import { ItemTop } from '#site/item/item-top.tsx';
import { RichText } from '#site/rich-text.tsx';
import { Badge } from '#ui/badge.tsx';
import { Columns } from '#ui/columns.tsx';
import { Container } from '#ui/container.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ProsePreviews } from '#ui/prose-previews.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import { GuideAside } from './guide-aside.tsx';
import type { GuidePage } from './guide-page.ts';
import { GuideList, GuideSection } from './guide-section.tsx';

const PLACE: ItemPlace = {
  folder: '/buyers-guides',
  trail: [{ name: "Buyer's Guides", path: hrefTo('/buyers-guides') }],
  missing: 'Guide Not Found',
};

const guideQuery = (slug: string) => itemQuery('buyers-guides', slug);

export const Route = createFileRoute('/buyers-guides/$slug')({
  loader: ({ context, params, location }) =>
    loadOrNotFound(location.pathname, () =>
      context.queryClient.ensureQueryData(guideQuery(params.slug)),
    ),
  head: itemHead<GuidePage>({
    place: PLACE,
    type: 'article',
    nameOf: (guide) => guide.title,
    describe: (guide) => guide.description ?? guide.title,
  }),
  component: BuyersGuidePage,
  pendingComponent: ItemLoading,
  notFoundComponent: GuideNotFound,
  errorComponent: GuideNotFound,
});

function GuideNotFound() {
  return (
    <NotFoundScreen
      heading={PLACE.missing}
      text="The buyer's guide you're looking for doesn't exist."
      actions={[{ href: hrefTo('/buyers-guides'), label: "Back to Buyer's Guides" }]}
    />
  );
}

function BuyersGuidePage() {
  const { slug } = Route.useParams();
  const { data: guide } = useSuspenseQuery(guideQuery(slug));
  return (
    <Container>
      <ItemTop place={PLACE} name={guide.title} isDraft={!guide.isPublished} />
      <p className="no-print mt-3 text-sm">
        <a href={hrefTo('/buyers-guides')} className="touch text-link">
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
        <ProsePreviews>
          <div className="space-y-14">
            {guide.sectionsHtml.map((section) => (
              <GuideSection key={section.heading} section={section} />
            ))}
          </div>
        </ProsePreviews>
        <GuideList title="Checklist" items={guide.checklist} />
        <GuideList title="Recommendations" items={guide.recommendations} />
        <RichText html={guide.html.content} />
        <RelatedInfo item={guide} />
      </Columns>
    </Container>
  );
}
