import { hrefTo } from '#client/href-to.ts';
import { usePopularComparisons } from '#content/comparisons/comparisons.query.ts';
import { Card, CardGrid } from '#ui/card.tsx';
import { Disclosure, DisclosureGroup } from '#ui/disclosure.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import { Section } from '#ui/section.tsx';

/** Addresses as the specification fixes them; three of them redirect to a landing page (decision 0013). */
const CATEGORIES = [
  {
    image: 'reporting',
    href: hrefTo('/$slug', { slug: 'reporting' }),
    title: 'Reporting',
    text: 'One net worth statement across custodians, partnerships and private assets.',
  },
  {
    image: 'accounting',
    href: hrefTo('/$slug', { slug: 'accounting-software' }),
    title: 'Accounting',
    text: 'General ledger, partnership and trust accounting for many entities.',
  },
  {
    image: 'portfolio-management',
    href: hrefTo('/$slug', { slug: 'portfolio-management' }),
    title: 'Portfolio Management',
    text: 'Positions, performance and risk against the benchmarks a committee set.',
  },
  {
    image: 'data-aggregation',
    href: hrefTo('/$slug', { slug: 'data-aggregation' }),
    title: 'Data Aggregation',
    text: 'Bank, custodian and document feeds, reconciled before anyone reads them.',
  },
  {
    image: 'crm-client-portal',
    href: hrefTo('/features/$slug', { slug: 'crm-client-portal' }),
    title: 'CRM & Client Portal',
    text: 'Who is who in the family, who advises them, and what each may see.',
  },
  {
    image: 'security-compliance',
    href: hrefTo('/features/$slug', { slug: 'security-compliance' }),
    title: 'Security & Compliance',
    text: 'Access, audit trails and attestations, and what to ask about each.',
  },
] as const;

export function CategoryCards() {
  return (
    <Section id="software" tone="band">
      <SectionHeading
        title="Explore software by task"
        text="Six places to start. Each explains what the software does, what to ask, and which vendors document it."
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

export function ComparisonTeasers() {
  const popular = usePopularComparisons();
  return (
    <Section>
      <SectionHeading
        title="Side by side"
        action={{ href: hrefTo('/compare'), label: 'Compare other platforms' }}
      />
      <RuledList items={popular} />
    </Section>
  );
}

export function LearnCards() {
  return (
    <Section label="Learn">
      <CardGrid columns={4}>
        <Card href={hrefTo('/faq')} title="FAQ">
          Questions that come up in every selection, answered in full.
        </Card>
        <Card href={hrefTo('/glossary')} title="Glossary">
          The words that vendors and administrators use, defined exactly.
        </Card>
        <Card href={hrefTo('/services')} title="Services">
          What an office can buy as a service, and how it is priced.
        </Card>
        <Card href={hrefTo('/types')} title="Types">
          Single, multi, virtual, embedded: which form fits which family.
        </Card>
      </CardGrid>
    </Section>
  );
}

const STEPS = [
  {
    href: `${hrefTo('/vendors')}#by-feature`,
    label: 'Browse the directory',
    text: 'Filter vendors by documented features, task and market. Every hit names the page that was read.',
  },
  {
    href: hrefTo('/compare'),
    label: 'Compare platforms',
    text: 'Put those that are left side by side, and show only where they differ.',
  },
  {
    href: hrefTo('/$slug', { slug: 'methodology' }),
    label: 'How we check',
    text: 'Print the comparison for the committee, with its sources and the day each was checked.',
  },
];

export function CallToAction() {
  return (
    <Section>
      <SectionHeading title="Make a shortlist you can defend" />
      <ol className="grid gap-x-8 gap-y-8 md:grid-cols-3">
        {STEPS.map(({ href, label, text }, index) => (
          <li key={href} className="flex gap-4">
            <span aria-hidden className="font-display text-h1 leading-none text-accent">
              {index + 1}
            </span>
            <div>
              <p className="text-sm text-soft">{text}</p>
              <p className="mt-2 text-sm">
                <a href={href} className="text-link touch font-medium">
                  {label}
                </a>
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const QUESTIONS = [
  {
    title: 'What does family office software cost?',
    text: 'This guide works with $50,000 to $500,000+ annually. The range is our own, since hardly any vendor publishes a price; the FAQ sets published figures beside it. Entities, accounts, modules and the work that the vendor does for you decide where in it you land.',
  },
  {
    title: 'What is it, compared with wealth management software?',
    text: 'Wealth management software serves an adviser with many clients. Family office software serves one family, or a few, with many entities: it must know who owns what through trusts and partnerships, and keep books as well as portfolios.',
  },
  {
    title: 'One platform, or several specialist tools?',
    text: 'One general ledger and one record of ownership, certainly. Reporting, documents and relationships may live elsewhere as long as they read from those two, and somebody owns the connection.',
  },
  {
    title: 'How should we choose?',
    text: 'Write down the three reports that are hardest to produce today. Ask every vendor to produce them from a sample of your own data. What a demonstration leaves out is usually what an implementation finds.',
  },
] as const;

export function HomeFaq() {
  return (
    <Section tone="band">
      <div className="grid gap-x-16 gap-y-6 lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 className="text-h2 font-[550]">Questions buyers ask first</h2>
          <p className="mt-3 text-soft">
            Short answers; the{' '}
            <a className="text-link" href={hrefTo('/faq')}>
              FAQ
            </a>{' '}
            has the long ones.
          </p>
        </div>
        <DisclosureGroup>
          {QUESTIONS.map(({ title, text }) => (
            <Disclosure key={title} title={title} name="home-faq">
              {text}
            </Disclosure>
          ))}
        </DisclosureGroup>
      </div>
    </Section>
  );
}
