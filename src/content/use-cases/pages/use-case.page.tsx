import { createFileRoute } from '@tanstack/react-router';
import type { DetailResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { ItemLinks } from '#content/shared/item-link.tsx';
import { hrefToNeeds, START_FROM_THESE } from '#content/shared/needs-link.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { listWords } from '#platform/words.ts';
import { itemQuery } from '#site/api/queries.ts';
import { ItemFrame } from '#site/item/item-frame.tsx';
import { itemPage } from '#site/item/item-page.tsx';
import { LinkPanel, linksTo } from '#site/item/link-panel.tsx';
import { RichText } from '#site/rich-text.tsx';
import { BadgeList } from '#ui/badge.tsx';
import { Columns, type PageHeading } from '#ui/columns.tsx';
import { Disclosure, DisclosureGroup } from '#ui/disclosure.tsx';
import { Overline, PageHeader, SectionHeading } from '#ui/headings.tsx';
import { Prose } from '#ui/prose.tsx';

const QUICK_ACTIONS = [
  { href: hrefTo('/vendors'), title: 'Browse vendors' },
  { href: hrefTo('/features'), title: 'Explore features' },
  { href: hrefTo('/compare'), title: 'Compare platforms' },
];

const USE_CASE = itemPage({
  query: (slug) => itemQuery('use-cases', slug),
  folder: '/use-cases',
  trail: [{ name: 'Use Cases', path: hrefTo('/use-cases') }],
  missing: 'Use Case Not Found',
  gone: "The use case you're looking for doesn't exist.",
  back: 'Back to Use Cases',
  type: 'article',
  nameOf: (useCase) => useCase.title,
  describe: (useCase) => useCase.description ?? useCase.title,
});

export const Route = createFileRoute('/use-cases/$slug')({
  ...USE_CASE.route,
  component: UseCaseGuidePage,
});

function UseCaseGuidePage() {
  const useCase = USE_CASE.useItem();
  return (
    <ItemFrame place={USE_CASE} name={useCase.title} isDraft={!useCase.isPublished}>
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
            <LinkPanel title="Quick Actions" items={QUICK_ACTIONS} />
            {useCase.about.length > 0 && (
              <LinkPanel
                title="Features in this guide"
                items={[
                  ...linksTo('/features', useCase.about),
                  { href: hrefToNeeds(useCase.about), title: START_FROM_THESE },
                ]}
              />
            )}
            <LinkPanel
              title="Related use cases"
              items={linksTo('/use-cases', useCase.relatedUseCases)}
            />
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
