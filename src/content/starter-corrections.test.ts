import { describe, expect, it } from 'vitest';
import { files, nameOf, textsOf } from '#testing/starter.ts';

interface Correction {
  file: string;
  /** What the text said, and must not say again. */
  gone?: string[];
  says: string[];
}

/** The statements that a second reading of their sources corrected on November 19, 2026. */
const CORRECTIONS: Correction[] = [
  {
    file: 'news/tamarac-spring-2026-release-passwords-and-reserves.md',
    gone: [
      'held out of rebalancing',
      'reserves for single securities',
      'holdings set aside',
      'both have to be set',
    ],
    says: [
      'a Reserve That Is Sold First',
      'sells the reserve first, down to its lower threshold',
      'Whatever exceeds the goal stays an ordinary holding',
      'Passwords now expire on a schedule that the firm defines, at most 180 days',
      '5 to 60 minutes for clients and 5 to 90 for advisers',
    ],
  },
  {
    file: 'news/flanks-opens-portfolio-data-to-ai-assistants.md',
    gone: ['ten tools to read', 'Ten tools that read'],
    says: [
      'Three read portfolios, holdings and transactions',
      'Four handle stored credentials, and one of these deletes them',
      'to April 23, 2026',
    ],
  },
  {
    file: 'comparisons/envestnet-yodlee-vs-flanks.md',
    gone: ['ten tools for reading', 'the owner today was not confirmed'],
    says: ['one by deleting them', 'April 23, 2026', 'Yodlee belongs to STG'],
  },
  {
    file: 'comparisons/envestnet-yodlee-vs-plaid.md',
    gone: ['owner today is open', 'unknown owners'],
    says: ['STG, a private equity firm, closed its acquisition on or before September 2, 2025'],
  },
  {
    file: 'vendors/flanks.md',
    gone: ['ten tools to read', '10 tools to read'],
    says: [
      'three read portfolios, holdings and transactions and one deletes stored credentials',
      'first documented on April 23, 2026',
    ],
  },
  {
    file: 'coverage/flanks.yaml',
    gone: ['10 tools to read'],
    says: ['Three read portfolios, holdings and movements; one deletes credentials.'],
  },
  {
    file: 'vendors/ssc-geneva.md',
    gone: ['contract claims', 'charge under the Sherman Antitrust Act'],
    says: [
      'dismissed all claims on October 23, 2020, the antitrust claim with prejudice and the rest without (496 F. Supp. 3d 883)',
      'did not challenge the dismissal of its New York law claims',
      'whose outcome we have not read',
      'Ask for a cap on increases and for the notice period.',
    ],
  },
  {
    file: 'vendors/bill.md',
    gone: ['Palo Alto', 'knows one currency only'],
    says: ['San Jose, California', "On currencies BILL's pages differ, and none is dated"],
  },
  {
    file: 'comparisons/bill-vs-ramp.md',
    gone: ['sync with Intacct knows one currency'],
    says: ["BILL's own undated pages differ", 'Test it.'],
  },
  {
    file: 'comparisons/oracle-netsuite-vs-sage-intacct.md',
    gone: ['the sync knows one currency only'],
    says: ["BILL's undated pages on Intacct differ"],
  },
  {
    file: 'vendors/ramp.md',
    gone: ['25,000'],
    says: ['More than 50,000 businesses'],
  },
  {
    file: 'vendors/interactive-brokers.md',
    says: ['4.646 million client accounts of the broker in February 2026'],
  },
  {
    file: 'vendors/envestnet-yodlee.md',
    gone: ['Envestnet Yodlee', 'Ownership is open', 'present owner not confirmed'],
    says: ['Yodlee belongs to STG, a private equity firm.', 'September 2, 2025', 'Raleigh'],
  },
  {
    file: 'news/envestnet-taken-private-what-tamarac-and-yodlee-users-ask.md',
    gone: ['Its owner is therefore left blank'],
    says: ['It is no longer part of Envestnet.'],
  },
  {
    file: 'vendors/envestnet-tamarac.md',
    gone: ['Does Envestnet still own Yodlee'],
    says: ['Who supplies held-away data, under which contract, and until when?'],
  },
  {
    file: 'coverage/estateably.yaml',
    says: ['https://support.estateably.com/hc/en-ca/articles/5321264056084-Trust-Accounting'],
  },
  {
    file: 'coverage/canopy.yaml',
    says: ['2023-01-24'],
  },
  {
    file: 'glossary/business-email-compromise.md',
    gone: ['The control that stops it is [dual approval]'],
    says: ['The control that stops it is the call-back'],
  },
  {
    file: 'faq/how-much-does-family-office-software-cost.md',
    gone: ['What has been published concerns the cost of whole offices'],
    says: ['Most published figures concern whole offices', '$80 or $110', '$199 or $99', '$500'],
  },
  {
    file: 'landing-pages/best-family-office-software.md',
    gone: ['Masttro and Trusted Family'],
    says: ['For Eton Solutions, Geneva, Archway and Masttro we found partial evidence only.'],
  },
  {
    file: 'vendors/carta.md',
    says: ['affected three companies', 'would leave secondary trading'],
  },
  {
    file: 'vendors/xero.md',
    says: ['the purchase of Melio was completed on October 15, 2025, for US$2.5 billion'],
  },
];

/** Texts that are read as articles say at their end what was corrected, and when. */
const isArticle = (file: string) => /^(?:news|comparisons|glossary|faq)\//.test(file);

describe('the corrections of November 19, 2026', () => {
  const textOf = (file: string) =>
    files
      .filter((one) => nameOf(one) === file)
      .flatMap(({ draft }) => textsOf(draft))
      .join('\n');

  it.each(CORRECTIONS.map((one) => [one.file, one] as const))(
    'EVIDENCE %s says what its sources say',
    (file, { gone = [], says }) => {
      const text = textOf(file);
      const beforeTheNote = text.split('*Corrected on ')[0] ?? '';
      for (const phrase of says) expect(text).toContain(phrase);
      for (const phrase of gone) expect(beforeTheNote).not.toContain(phrase);
    },
  );

  it.each(
    CORRECTIONS.map(({ file }) => file)
      .filter(isArticle)
      .map((file) => [file]),
  )('EVIDENCE %s ends with a dated note on what was corrected', (file) => {
    const paragraphs = textOf(file).split('\n\n');
    const notes = paragraphs.filter((one) => /^\*Corrected on November 19, 2026: .+\*/.test(one));
    expect(notes).toHaveLength(1);
  });
});
