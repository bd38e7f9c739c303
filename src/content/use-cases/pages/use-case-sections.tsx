import type { DetailResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { ItemLinks } from '#content/shared/item-link.tsx';
import { listWords } from '#platform/words.ts';
import { RichText } from '#site/rich-text.tsx';
import type { PageHeading } from '#ui/columns.tsx';
import { Disclosure, DisclosureGroup } from '#ui/disclosure.tsx';
import { Overline, SectionHeading } from '#ui/headings.tsx';
import { Prose } from '#ui/prose.tsx';

export type UseCasePage = DetailResponse<'use-cases'>;

/** By place: two sections may carry the same number. */
const partId = (index: number) => `part-${index + 1}`;

export const partsOf = ({ html, contentSections, faqs }: UseCasePage): PageHeading[] => [
  ...(html.overview ? [{ id: 'overview', text: 'Overview' }] : []),
  ...contentSections.map(({ title }, index) => ({ id: partId(index), text: title })),
  ...(faqs.length > 0 ? [{ id: 'questions', text: 'Frequently Asked Questions' }] : []),
];

export function GuideSections({ useCase }: { useCase: UseCasePage }) {
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

export function FeaturedFaqs({ faqs }: { faqs: UseCasePage['faqs'] }) {
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
