import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import { Section } from '#ui/section.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';

const CATEGORIES = [
  {
    image: 'reporting',
    href: '/reporting',
    title: 'Reporting',
    text: 'One net worth statement across custodians, partnerships and private assets.',
  },
  {
    image: 'accounting',
    href: '/accounting-software',
    title: 'Accounting',
    text: 'General ledger, partnership and trust accounting for many entities.',
  },
  {
    image: 'portfolio-management',
    href: '/portfolio-management',
    title: 'Portfolio Management',
    text: 'Positions, performance and risk against the benchmarks a committee set.',
  },
  {
    image: 'data-aggregation',
    href: '/data-aggregation',
    title: 'Data Aggregation',
    text: 'Bank, custodian and document feeds, reconciled before anyone reads them.',
  },
  {
    image: 'crm-client-portal',
    href: '/features/crm-client-portal',
    title: 'CRM & Client Portal',
    text: 'Who is who in the family, who advises them, and what each may see.',
  },
  {
    image: 'security-compliance',
    href: '/features/security-compliance',
    title: 'Security & Compliance',
    text: 'Access, audit trails and attestations, and what to ask about each.',
  },
] as const;

export function CategoryCards() {
  return (
    <Section id="software" tone="band">
      <SectionHeading
        title="Explore software by task"
        text="Six places to start. Each explains what the software does, what to ask, and which vendors do it."
      />
      <CardGrid columns={3} label="Categories">
        {CATEGORIES.map(({ image, href, title, text }) => (
          <Card
            key={href}
            href={href}
            title={title}
            mediaBeside
            media={
              <img
                src={`/images/categories/${image}.svg`}
                alt=""
                width={56}
                height={56}
                className="ink-art size-14 shrink-0"
                loading="lazy"
                decoding="async"
              />
            }
          >
            {text}
          </Card>
        ))}
      </CardGrid>
    </Section>
  );
}

/** The three fixed pairs, with what sets them apart. */
export const POPULAR_COMPARISONS = [
  {
    href: '/compare/addepar-vs-masttro',
    title: 'Addepar vs Masttro',
    text: 'A wealth data platform used across the adviser world, beside one that grew up inside a family office.',
  },
  {
    href: '/compare/eton-solutions-vs-fundcount',
    title: 'Eton Solutions vs FundCount',
    text: 'Two ways to keep partnership books: an integrated platform and an accounting engine.',
  },
  {
    href: '/compare/asora-vs-altoo',
    title: 'Asora vs Altoo',
    text: 'Two European platforms that put the wealth owner in front of the data.',
  },
] as const;

export function ComparisonTeasers() {
  return (
    <Section>
      <SectionHeading
        title="Side by side"
        action={{ href: '/compare', label: 'Compare other platforms' }}
      />
      <RuledList items={POPULAR_COMPARISONS} />
    </Section>
  );
}

export function LearnCards() {
  return (
    <Section label="Learn">
      <CardGrid columns={4}>
        <Card href="/faq" title="FAQ">
          Questions that come up in every selection, answered in full.
        </Card>
        <Card href="/glossary" title="Glossary">
          The words that vendors and administrators use, defined exactly.
        </Card>
        <Card href="/services" title="Services">
          What an office can buy as a service, and how it is priced.
        </Card>
        <Card href="/types" title="Types">
          Single, multi, virtual, embedded: which form fits which family.
        </Card>
      </CardGrid>
    </Section>
  );
}

export function CallToAction() {
  return (
    <Section>
      <div className="flex flex-wrap items-end justify-between gap-6 border-t border-heavy pt-6">
        <div className="max-w-xl">
          <h2 className="text-h2 font-[550]">Make a shortlist you can defend</h2>
          <p className="mt-3 text-soft">
            Filter the directory by task, market and minimum assets, then put two platforms side by
            side on one page that a committee can print.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink href="/vendors" variant="primary">
            Browse the directory
          </ButtonLink>
          <ButtonLink href="/compare">Compare two platforms</ButtonLink>
        </div>
      </div>
    </Section>
  );
}
