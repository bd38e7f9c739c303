import { createFileRoute } from '@tanstack/react-router';
import { loadOrNotFound } from '#site/api/load.ts';
import { itemQuery } from '#site/api/queries.ts';
import { useLoaded } from '#site/api/use-answer.ts';
import { type ItemPlace, itemHead } from '#site/item/item-head.ts';
import { ItemLoading } from '#site/item/item-loading.tsx';
import { ItemTop } from '#site/item/item-top.tsx';
import type { ItemPage } from '#site/item-page.ts';
import { RelatedInfo } from '#site/related-info.tsx';
import type { VendorCardData } from '#site/vendor-card.tsx';
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
import type { UseCase } from '../use-cases.collection.ts';
import { FeaturedFaqs, GuideSections } from './use-case-sections.tsx';

export type UseCasePage = Omit<ItemPage<UseCase>, 'contentSections'> & {
  contentSections: (UseCase['contentSections'][number] & { html: string })[];
  faqs: { id: number; slug: string; question: string; html: string }[];
  exampleVendors: VendorCardData[];
};

const PLACE: ItemPlace = {
  folder: '/use-cases',
  trail: [{ name: 'Use Cases', path: '/use-cases' }],
  missing: 'Use Case Not Found',
};

const QUICK_ACTIONS = [
  { href: '/vendors', title: 'Browse vendors' },
  { href: '/features', title: 'Explore features' },
  { href: '/compare', title: 'Compare platforms' },
];

const RELATED = [
  { href: '/use-cases/portfolio-management', title: 'Portfolio management' },
  { href: '/use-cases/consolidated-reporting', title: 'Consolidated reporting' },
  { href: '/use-cases/crm-relationship-management', title: 'CRM and relationship management' },
];

const useCaseQuery = (slug: string) => itemQuery<UseCasePage>('use-cases', slug);

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
      actions={[{ href: '/use-cases', label: 'Back to Use Cases' }]}
    />
  );
}

function UseCaseGuidePage() {
  const { slug } = Route.useParams();
  const useCase = useLoaded(useCaseQuery(slug));
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
        aside={
          <>
            <Panel title="Quick Actions">
              <RuledList size="compact" items={QUICK_ACTIONS} />
            </Panel>
            <Panel title="Related use cases">
              <RuledList size="compact" items={RELATED} />
            </Panel>
          </>
        }
      >
        {useCase.html.overview && (
          <section>
            <SectionHeading title="Overview" />
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
