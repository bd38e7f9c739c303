import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { itemQuery, loadOrNotFound } from '#site/api/queries.ts';
import { ItemError, ItemFrame, ItemLoading, ItemMissing } from '#site/item/item-frame.tsx';
import { type ItemPlace, itemHead } from '#site/item/item-head.ts';
import { RichText } from '#site/rich-text.tsx';
import { Badge } from '#ui/badge.tsx';
import { Columns } from '#ui/columns.tsx';
import { PageHeader } from '#ui/headings.tsx';
import { ProsePreviews } from '#ui/prose-previews.tsx';
import { GuideAside, type GuidePage } from './guide-aside.tsx';
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
  notFoundComponent: () => (
    <ItemMissing place={PLACE} back="Back to Buyer's Guides">
      The buyer's guide you're looking for doesn't exist.
    </ItemMissing>
  ),
  errorComponent: ItemError,
});

function BuyersGuidePage() {
  const { slug } = Route.useParams();
  const { data: guide } = useSuspenseQuery(guideQuery(slug));
  return (
    <ItemFrame place={PLACE} name={guide.title} isDraft={!guide.isPublished}>
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
    </ItemFrame>
  );
}
