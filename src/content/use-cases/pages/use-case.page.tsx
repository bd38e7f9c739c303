import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { hrefToNeeds, START_FROM_THESE } from '#content/shared/needs-link.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { itemQuery, loadOrNotFound } from '#site/api/queries.ts';
import { ItemError, ItemFrame, ItemLoading, ItemMissing } from '#site/item/item-frame.tsx';
import { type ItemPlace, itemHead } from '#site/item/item-head.ts';
import { RichText } from '#site/rich-text.tsx';
import { BadgeList } from '#ui/badge.tsx';
import { Columns } from '#ui/columns.tsx';
import { PageHeader, SectionHeading } from '#ui/headings.tsx';
import { Panel } from '#ui/panel.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import { FeaturedFaqs, GuideSections, partsOf, type UseCasePage } from './use-case-sections.tsx';

const PLACE: ItemPlace = {
  folder: '/use-cases',
  trail: [{ name: 'Use Cases', path: hrefTo('/use-cases') }],
  missing: 'Use Case Not Found',
};

const QUICK_ACTIONS = [
  { href: hrefTo('/vendors'), title: 'Browse vendors' },
  { href: hrefTo('/features'), title: 'Explore features' },
  { href: hrefTo('/compare'), title: 'Compare platforms' },
];

const useCaseQuery = (slug: string) => itemQuery('use-cases', slug);

export const Route = createFileRoute('/use-cases/$slug')({
  loader: ({ context, params, location }) =>
    loadOrNotFound(location.pathname, () =>
      context.queryClient.ensureQueryData(useCaseQuery(params.slug)),
    ),
  head: itemHead<UseCasePage>({
    place: PLACE,
    type: 'article',
    nameOf: (useCase) => useCase.title,
    describe: (useCase) => useCase.description ?? useCase.title,
  }),
  component: UseCaseGuidePage,
  pendingComponent: ItemLoading,
  notFoundComponent: () => (
    <ItemMissing place={PLACE} back="Back to Use Cases">
      The use case you're looking for doesn't exist.
    </ItemMissing>
  ),
  errorComponent: ItemError,
});

function UseCaseGuidePage() {
  const { slug } = Route.useParams();
  const { data: useCase } = useSuspenseQuery(useCaseQuery(slug));
  return (
    <ItemFrame place={PLACE} name={useCase.title} isDraft={!useCase.isPublished}>
      <PageHeader
        overline={useCase.complexity ? `${useCase.complexity} complexity` : null}
        title={useCase.title}
        lead={useCase.description ? <p>{useCase.description}</p> : null}
        meta={<BadgeList items={useCase.highlightCategories} label="Highlights" />}
      />
      <Columns
        headings={partsOf(useCase)}
        aside={
          <>
            <Panel title="Quick Actions">
              <RuledList size="compact" items={QUICK_ACTIONS} />
            </Panel>
            {useCase.about.length > 0 && (
              <Panel title="Features in this guide">
                <RuledList
                  size="compact"
                  items={[
                    ...useCase.about.map(({ slug, name }) => ({
                      href: hrefTo('/features/$slug', { slug }),
                      title: name,
                    })),
                    { href: hrefToNeeds(useCase.about), title: START_FROM_THESE },
                  ]}
                />
              </Panel>
            )}
            <Panel title="Related use cases">
              <RuledList
                size="compact"
                items={useCase.relatedUseCases.map(({ slug, title }) => ({
                  title,
                  ...(slug ? { href: hrefTo('/use-cases/$slug', { slug }) } : {}),
                }))}
              />
            </Panel>
          </>
        }
      >
        {useCase.html.overview && (
          <section>
            <SectionHeading id="overview" title="Overview" />
            <RichText html={useCase.html.overview} />
          </section>
        )}
        <GuideSections useCase={useCase} />
        <FeaturedFaqs faqs={useCase.faqs} />
        <RelatedInfo item={useCase} />
      </Columns>
    </ItemFrame>
  );
}
