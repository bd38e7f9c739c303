import { Disclosure, DisclosureGroup } from '#ui/disclosure.tsx';
import { Overline } from '#ui/overline.tsx';
import { Prose } from '#ui/prose.tsx';
import { ProsePreviews } from '#ui/prose-previews.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import type { UseCasePage } from './use-case.page.tsx';

const POOL = 3;

/** Section i names vendors i and i + 1 of the first three, in turn. */
export const examplesFor = <V,>(vendors: readonly V[], index: number): V[] => {
  const pool = vendors.slice(0, POOL);
  if (pool.length < 2) return pool;
  return [index, index + 1].flatMap((at) => pool[at % pool.length] ?? []);
};

export function GuideSections({ useCase }: { useCase: UseCasePage }) {
  if (useCase.contentSections.length === 0) return null;
  return (
    <section>
      <SectionHeading title="Implementation Guide" />
      <div className="space-y-12">
        {useCase.contentSections.map((section, index) => (
          <section key={section.id}>
            <Overline>Section {section.order}</Overline>
            <h3 className="mt-1.5 mb-4 text-h3 font-semibold">{section.title}</h3>
            <ProsePreviews>
              <Prose html={section.html} />
            </ProsePreviews>
            <ExampleVendors vendors={examplesFor(useCase.exampleVendors, index)} />
          </section>
        ))}
      </div>
    </section>
  );
}

function ExampleVendors({ vendors }: { vendors: UseCasePage['exampleVendors'] }) {
  if (vendors.length === 0) return null;
  return (
    <p className="mt-4 text-sm text-faint">
      Vendors to look at:{' '}
      {vendors.map(({ slug, name }, index) => (
        <span key={slug}>
          {index > 0 && ', '}
          <a href={`/vendors/${slug}`} className="text-link">
            {name}
          </a>
        </span>
      ))}
    </p>
  );
}

export function FeaturedFaqs({ faqs }: { faqs: UseCasePage['faqs'] }) {
  if (faqs.length === 0) return null;
  return (
    <section>
      <SectionHeading title="Frequently Asked Questions" />
      <DisclosureGroup>
        {faqs.map(({ slug, question, html }) => (
          <Disclosure key={slug} title={question}>
            <Prose html={html} />
            <a href={`/faq/${slug}`} className="text-link mt-4 inline-block">
              Read full FAQ<span className="sr-only">: {question}</span>
            </a>
          </Disclosure>
        ))}
      </DisclosureGroup>
    </section>
  );
}
