import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { DetailResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { ItemLinks } from '#content/shared/item-link.tsx';
import { hrefToNeeds, START_FROM_THESE } from '#content/shared/needs-link.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { listWords } from '#platform/words.ts';
import { itemQuery, loadOrNotFound } from '#site/api/queries.ts';
import { ItemError, ItemFrame, ItemLoading, ItemMissing } from '#site/item/item-frame.tsx';
import { type ItemPlace, itemHead } from '#site/item/item-head.ts';
import { RichText } from '#site/rich-text.tsx';
import { BadgeList } from '#ui/badge.tsx';
import { Columns, type PageHeading } from '#ui/columns.tsx';
import { Disclosure, DisclosureGroup } from '#ui/disclosure.tsx';
import { Overline, PageHeader, SectionHeading } from '#ui/headings.tsx';
import { Panel } from '#ui/panel.tsx';
import { Prose } from '#ui/prose.tsx';
import { RuledList } from '#ui/ruled-list.tsx';

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
    loadOrNotFound(context.queryClient, location, useCaseQuery(params.slug)),
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

type UseCasePage = DetailResponse<'use-cases'>;

/** By place: two sections may carry the same number. */
const partId = (index: number) => `part-${index + 1}`;

const partsOf = ({ html, contentSections, faqs }: UseCasePage): PageHeading[] => [
  ...(html.overview ? [{ id: 'overview', text: 'Overview' }] : []),
  ...contentSections.map(({ title }, index) => ({ id: partId(index), text: title })),
  ...(faqs.length > 0 ? [{ id: 'questions', text: 'Frequently Asked Questions' }] : []),
];

function GuideSections({ useCase }: { useCase: UseCasePage }) {
  if (useCase.contentSections.length === 0) return null;
  return (
    <section>
      <SectionHeading title="Implementation Guide" />
      <div className="space-y-12">
        {useCase.contentSections.map((section, index) => (
          <section key={section.id}>
            <Overline>Section {section.order}</Overline>
            <h3 id={partId(index)} className="mt-1.5 mb-4 text-h3 font-semibold">
              {section.title}
            </h3>
            <RichText html={section.html} />
            <ExampleVendors section={section} />
          </section>
        ))}
      </div>
    </section>
  );
}

type Section = UseCasePage['contentSections'][number];

function ExampleVendors({ section: { exampleVendors, about } }: { section: Section }) {
  if (exampleVendors.length === 0) return null;
  return (
    <p className="mt-4 text-sm text-faint">
      Vendors to look at: <ItemLinks to="/vendors" items={exampleVendors} className="text-link" />
      {about.length > 0 && (
        <>
          .{' '}
          <a
            href={hrefTo('/vendors', {}, { feature: about.map(({ slug }) => slug) })}
            rel="nofollow"
            className="text-link"
          >
            All that document {listWords(about.map(({ name }) => name))}
          </a>
        </>
      )}
    </p>
  );
}

function FeaturedFaqs({ faqs }: { faqs: UseCasePage['faqs'] }) {
  if (faqs.length === 0) return null;
  return (
    <section>
      <SectionHeading id="questions" title="Frequently Asked Questions" />
      <DisclosureGroup>
        {faqs.map(({ slug, question, html }) => (
          <Disclosure key={slug} title={question}>
            <Prose html={html} />
            <a href={hrefTo('/faq/$slug', { slug })} className="text-link mt-4 inline-block">
              Read full FAQ<span className="sr-only">: {question}</span>
            </a>
          </Disclosure>
        ))}
      </DisclosureGroup>
    </section>
  );
}
