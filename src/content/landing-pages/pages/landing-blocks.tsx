import type { DetailResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { ButtonLink } from '#ui/button.tsx';
import { TextCards } from '#ui/card.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { Panel } from '#ui/panel.tsx';
import { RuledList } from '#ui/ruled-list.tsx';

export type LandingPageData = DetailResponse<'landing-pages'>;

const PERSONAS = [
  {
    title: 'The CFO',
    text: 'Closes the books of many entities and answers to an auditor. Asks how a number on a report traces back to an entry.',
  },
  {
    title: 'The CIO',
    text: 'Decides across public and private holdings. Asks how late a private valuation may be before a report says so.',
  },
  {
    title: 'The principal',
    text: 'Reads on a phone and shares with few. Asks who else can see this, and what it would take to leave.',
  },
] as const;

export function BuyerPersonas() {
  return <TextCards title="Who is buying, and what each asks" cards={PERSONAS} />;
}

const sayCount = (documented = 0, partial = 0, features: number) => {
  if (documented > 0) return `${documented} of ${features} documented`;
  return partial > 0 ? 'Partly' : 'Not confirmed';
};

/** Where no page that was read documents anything of any of them. */
const NOTHING = { category: 'All features', features: 0, documented: [], partial: [] };

export function ComparisonOverview({
  page: { vendors, covered },
}: {
  page: Pick<LandingPageData, 'vendors' | 'covered'>;
}) {
  return (
    <section>
      <SectionHeading
        title="What they cover"
        action={{ href: hrefTo('/compare'), label: 'Compare two of them' }}
      />
      <div className="prose max-w-none">
        <section className="table-scroll" tabIndex={0} aria-label="What the selected vendors cover">
          <table>
            <thead>
              <tr>
                <th scope="col">Features</th>
                {vendors.map(({ slug, name }) => (
                  <th key={slug} scope="col">
                    <a href={hrefTo('/vendors/$slug', { slug })}>{name}</a>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {(covered.length > 0 ? covered : [NOTHING]).map(
                ({ category, features, documented, partial }) => (
                  <tr key={category}>
                    <th scope="row" className="min-w-40">
                      {category}
                    </th>
                    {vendors.map(({ slug }, at) => (
                      <td key={slug}>{sayCount(documented[at], partial[at], features)}</td>
                    ))}
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </section>
      </div>
    </section>
  );
}

const RESOURCES = [
  { href: hrefTo('/features'), label: 'Features' },
  { href: hrefTo('/use-cases'), label: 'Use Cases' },
  { href: hrefTo('/buyers-guides'), label: "Buyer's Guides" },
  { href: hrefTo('/news'), label: 'News' },
  { href: hrefTo('/faq'), label: 'FAQ' },
  {
    href: hrefTo('/faq/$slug', { slug: 'what-is-family-office-software' }),
    label: 'What is family office software?',
  },
  {
    href: hrefTo('/faq/$slug', { slug: 'how-much-does-family-office-software-cost' }),
    label: 'How much does family office software cost?',
  },
  {
    href: hrefTo('/faq/$slug', { slug: 'how-long-does-implementation-take' }),
    label: 'How long does implementation take?',
  },
] as const;

export function RelatedResources() {
  return (
    <section>
      <SectionHeading title="Related Resources" />
      <ul className="grid gap-x-10 sm:grid-cols-2">
        {RESOURCES.map(({ href, label }) => (
          <li key={href} className="border-b border-line">
            <a href={href} className="text-link block py-2.5">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function LandingCta({ text, url }: { text: string; url: string }) {
  return (
    <section className="flex flex-wrap items-center gap-3 border-t border-heavy pt-6">
      <h2 className="mr-auto text-h3 font-semibold">Take the next step</h2>
      <ButtonLink href={url} variant="primary" external={!url.startsWith('/')}>
        {text}
      </ButtonLink>
      <ButtonLink href={hrefTo('/vendors')}>Browse vendors</ButtonLink>
      <ButtonLink href={hrefTo('/features')}>Explore features</ButtonLink>
    </section>
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

export function EvidencePanel({
  page: { vendors, covered },
}: {
  page: Pick<LandingPageData, 'vendors' | 'covered'>;
}) {
  const features = sum(covered.map((group) => group.features));
  const sayEvidence = (at: number) => {
    const documented = sum(covered.map((group) => group.documented[at] ?? 0));
    const partial = sum(covered.map((group) => group.partial[at] ?? 0));
    if (documented + partial === 0) return 'Nothing confirmed yet';
    return `${documented} documented, ${partial} partly of ${features}`;
  };
  return (
    <Panel title="What the evidence shows">
      <RuledList
        size="compact"
        items={vendors.map(({ slug, name }, at) => ({
          href: hrefTo('/vendors/$slug', { slug }),
          title: name,
          text: sayEvidence(at),
        }))}
      />
      <p className="mt-3 text-xs text-faint">
        Counted from pages that we read; every cell on a profile names its source and day.{' '}
        <a href={hrefTo('/$slug', { slug: 'methodology' })} className="touch text-link">
          How we research
        </a>
      </p>
    </Panel>
  );
}
