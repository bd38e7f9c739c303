/** Pages of a made-up vendor, for tests of what becomes of a quote from them. */
export const QUOTE = 'Ledgerline reconciles positions with more than forty custodians every night.';
export const DENIED =
  'Ledgerline does not reconcile positions with more than forty custodians every night.';

export const PROSE = [
  'Ledgerline is the general ledger that family offices use to close their books in days.',
  'Entities, trusts and partnerships stand in one chart of accounts, with eliminations drawn for you.',
  'Partnership accounting follows capital calls and distributions down to each owner.',
  'Reports are drafted for principals, trustees and auditors from the same figures.',
  'Every entry names who made it, when, and the document that stands behind it.',
  'Documents are kept beside the entries that they prove, with retention by entity.',
  'Approvals for payments follow the limits that the office has set for each person.',
  'Data is kept in Switzerland or in the United States, as the client chooses.',
  'Our implementation team moves ten years of history in about twelve weeks.',
  'Support is answered by accountants who have closed the books of an office themselves.',
];

interface Made {
  title?: string;
  nav?: readonly string[];
  top?: string;
  prose?: readonly string[];
  /** The paragraph of the quote. */
  claim?: string;
  end?: string;
}

export const NAV = ['Product', 'Pricing', 'Customers', 'About', 'Contact'];

export const page = (made: Made = {}): string => {
  const {
    title = 'Ledgerline',
    nav = NAV,
    top = '',
    prose = PROSE,
    claim = QUOTE,
    end = '',
  } = made;
  const paragraphs = [...prose.slice(0, 3), claim, ...prose.slice(3)];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><script>track()</script></head><body>${top}
    <nav>${nav.map((name) => `<a href="/${name.toLowerCase()}">${name}</a>`).join(' ')}</nav>
    <main><h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}</main>${end}
    <footer>© Ledgerline AG, Zug</footer></body></html>`;
};

export const bareBody = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;

export const CONSENT = [
  'We value your privacy settings and use cookies.',
  'We and our 842 partners store and access information on a device.',
  'With your consent we may use precise geolocation data.',
  'You can manage preferences or withdraw consent at any time.',
  'Some partners rely on their legitimate interest and do not ask for consent.',
];
export const BANNER =
  '<div role="dialog"><p>We use cookies to improve this site.</p><button>Accept all</button></div>';
export const CHROME = Array.from(
  { length: 30 },
  (_, n) => `<p>Popular guide number ${n}: how an office of our size chose its tools.</p>`,
).join('');
export const REWRITTEN = Array.from(
  { length: 11 },
  (_, n) =>
    `Fundkeeper is the new home for administrators of the fund number ${n}, with a desk for investors.`,
);
export const GERMAN = Array.from(
  { length: 11 },
  (_, n) =>
    `Die Buchhaltung Nummer ${n} wird von unseren Kunden jeden Monat innerhalb weniger Tage abgeschlossen.`,
);
export const LONG = Array.from(
  { length: 4000 },
  (_, n) => `Note ${n} tells of another release of the product.`,
);

const PART = 'reconciles positions with more than forty custodians every night';

/** A quote that is part of its sentence, and the sentence that stands there now. */
const around = (name: string, claim: string, quote = PART, before = QUOTE) => ({
  name,
  quote,
  before: page({ claim: before }),
  now: page({ claim }),
});

export const PARTS_STAND = [
  around('a clause after it', `Ledgerline ${PART}, without manual work.`),
  around(
    'a clause before it',
    `Unlike spreadsheets, which do not scale, ${QUOTE}`,
    `Ledgerline ${PART}`,
  ),
  around(
    'a negation that its sentence has always had',
    `Ledgerline never sleeps and ${PART} in full.`,
    PART,
    `Ledgerline never sleeps and ${PART}.`,
  ),
  around('a badge set without a space', `<b>New</b>${QUOTE}`, `Ledgerline ${PART}`),
  around('a footnote set without a space', `Ledgerline ${PART}<sup>1</sup> and more.`),
];

/** As `around`, where the page denies it now. */
const denied = (name: string, claim: string, quote = PART, before = QUOTE) => ({
  ...around(name, claim, quote, before),
  candidate: claim,
  reason: 'The page seems to deny it now',
});

const REGIONS = 'supported in all regions of the world by our team';

export const PARTS_DENIED = [
  denied('no longer, before a part of a sentence', `Ledgerline no longer ${PART}.`),
  denied(
    'stopped, before a part of a sentence',
    'Ledgerline stopped reconciling positions with more than forty custodians every night.',
    'positions with more than forty custodians every night',
  ),
  denied(
    'does not, however',
    'Ledgerline does not, however, reconcile positions with more than forty custodians.',
    'reconcile positions with more than forty custodians',
    'Ledgerline can reconcile positions with more than forty custodians.',
  ),
  denied(
    'a word that begins with un',
    `Approvals are un${REGIONS}.`,
    REGIONS,
    `Approvals are ${REGIONS}.`,
  ),
  {
    ...around(
      'a word with a soft hyphen in it',
      `Approvals are un&shy;${REGIONS}.`,
      REGIONS,
      `Approvals are ${REGIONS}.`,
    ),
    candidate: `Approvals are un\u00ad${REGIONS}.`,
  },
  denied('is no longer offered, after it', `That Ledgerline ${PART} is no longer offered.`),
  denied('no longer, in a clause after it', `Ledgerline ${PART}, which is no longer offered.`),
  {
    ...around(
      'a larger number that ends like it',
      'It closes the books within 25 days of the end of each quarter.',
      '5 days of the end of each quarter',
      'It closes the books within 5 days of the end of each quarter.',
    ),
    candidate: 'It closes the books within 25 days of the end of each quarter.',
  },
];
