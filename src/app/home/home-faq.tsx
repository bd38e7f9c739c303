import { hrefTo } from '#client/href-to.ts';
import { Disclosure, DisclosureGroup } from '#ui/disclosure.tsx';
import { Section } from '#ui/section.tsx';

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
