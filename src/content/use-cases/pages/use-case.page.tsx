import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { loadOrNotFound } from '#site/api/load.ts';
import { itemQuery } from '#site/api/queries.ts';
import { type ItemPlace, itemHead } from '#site/item/item-head.ts';
import { ItemLoading } from '#site/item/item-loading.tsx';
import { ItemTop } from '#site/item/item-top.tsx';
import { BadgeList } from '#ui/badge-list.tsx';
import { Columns } from '#ui/columns.tsx';
import { Container } from '#ui/container.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Panel } from '#ui/panel.tsx';
import { Prose } from '#ui/prose.tsx';
import { ProsePreviews } from '#ui/prose-previews.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import type { UseCasePage } from './use-case-page.ts';
import { FeaturedFaqs, GuideSections, partsOf } from './use-case-sections.tsx';

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
  notFoundComponent: UseCaseNotFound,
  errorComponent: UseCaseNotFound,
});

function UseCaseNotFound() {
  return (
    <NotFoundScreen
      heading={PLACE.missing}
      text="The use case you're looking for doesn't exist."
      actions={[{ href: hrefTo('/use-cases'), label: 'Back to Use Cases' }]}
    />
  );
}

function UseCaseGuidePage() {
  const { slug } = Route.useParams();
  const { data: useCase } = useSuspenseQuery(useCaseQuery(slug));
  return (
    <Container>
      <ItemTop place={PLACE} name={useCase.title} isDraft={!useCase.isPublished} />
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
                  items={useCase.about.map(({ slug, name }) => ({
                    href: hrefTo('/features/$slug', { slug }),
                    title: name,
                  }))}
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
            <ProsePreviews>
              <Prose html={useCase.html.overview} />
            </ProsePreviews>
          </section>
        )}
        <GuideSections useCase={useCase} />
        <FeaturedFaqs faqs={useCase.faqs} />
        <RelatedInfo item={useCase} />
      </Columns>
    </Container>
  );
}
