import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOnPage, findQuote, quoteProblem } from './find-quote.ts';

const wordsAt = (text: string, quote: string) =>
  findQuote(text, quote).places.map(({ start, end }) => text.slice(start, end));

const word = fc.stringMatching(/^[A-Za-zäéß]{1,9}$/);
const sentence = fc.array(word, { minLength: 8, maxLength: 20 });

/** How the same sign may be set, and what may stand between two words. */
const TYPOGRAPHY = new Map(
  Object.entries({
    "'": ['’', '‘', '′', '´'],
    '"': ['“', '”', '„', '«'],
    '-': ['–', '—', '‑', '−'],
    '...': ['…'],
    fi: ['ﬁ'],
    é: ['e\u0301'],
  }),
);
const GAPS = [' ', '  ', '\n', '\u00a0', ' \u200b ', '\t\n', '\u2003'];

describe('finding a quote', () => {
  it('finds words where typography and white space differ, at the offsets of the original', () => {
    const text =
      'Intro.\nThe firm’s “ﬁrst” report — due\u00a0monthly… — is re\u00adconciled by cafe\u0301 staff.\nEnd.';
    expect(
      wordsAt(text, `The firm's "first" report - due monthly... - is reconciled by café staff.`),
    ).toEqual([text.slice(7, -5)]);
  });

  it('is exact: another case, another word, half of a sign and a negation are not found', () => {
    const text = 'The product does not reconcile bank statements to the café ledger each day.';
    for (const quote of [
      'the product does not reconcile bank statements',
      'The product does reconcile bank statements',
      'The product does not reconciles bank statements',
      'reconcile bank statements to the cafe',
    ])
      expect(findQuote(text, quote).places, quote).toEqual([]);
    expect(findQuote('cafe\u0301 of the family office bank', 'cafe').places).toEqual([]);
  });

  it('finds every place, also where two share words, and stops at a hundred', () => {
    expect(findQuote('a X a X a', 'a X a').places).toEqual([
      { start: 0, end: 5 },
      { start: 4, end: 9 },
    ]);
    expect(findQuote('a '.repeat(5000), 'a a a').places).toHaveLength(100);
    expect(findQuote('some text', ' \u00ad ').places).toEqual([]);
  });

  it.each([
    ['the second half of a word', 'incapable of keeping', 'capable of keeping'],
    ['the first half of a word', 'supported here', 'support'],
    ['half of a word with a soft hyphen', 'un\u00adsupported here', 'supported here'],
    ['what non- turns', 'non-discretionary accounts', 'discretionary accounts'],
    ['the end of a number', 'within 25 days', '5 days'],
    ['the decimals of a number', 'within 3.5 days', '5 days'],
    ['the thousands of a number', 'costs 40,000', 'costs 40'],
    ['half of a Greek word', 'οικογένεια', 'γένεια'],
  ])('finds no %s', (_name, text, quote) => {
    expect(findQuote(text, quote).places).toEqual([]);
  });

  it.each([
    ['in Japanese, which has no spaces', '家族の資産を管理する台帳です', '資産を管理する'],
    ['in Thai, which has none', 'ระบบบัญชีของครอบครัว', 'บัญชีของ'],
    ['after a badge without a space', 'NewLedgerline reconciles', 'Ledgerline reconciles'],
    ['before a footnote without a space', 'every night1 and more', 'every night'],
    ['between marks', '(capable of keeping)', 'capable of keeping'],
  ])('finds words %s', (_name, text, quote) => {
    expect(wordsAt(text, quote)).toEqual([quote]);
  });

  it('finds a sentence of a text however the page sets it, once, whole', () => {
    const parts = fc.array(fc.oneof(word, fc.constantFrom(...TYPOGRAPHY.keys())), {
      minLength: 3,
      maxLength: 20,
    });
    fc.assert(
      fc.property(parts, sentence, fc.infiniteStream(fc.nat(1000)), (quoted, around, choices) => {
        const choose = <T>(list: readonly T[], or: T): T =>
          list[(choices.next().value ?? 0) % list.length] ?? or;
        const set = quoted.map((part) => choose([part, ...(TYPOGRAPHY.get(part) ?? [])], part));
        const shown = set.reduce((text, part) => `${text}${choose(GAPS, ' ')}${part}`);
        const text = `${around.join(' ')} | ${shown} | ${around.join(' ')}`;
        expect(wordsAt(text, `| ${quoted.join(' ')} |`)).toEqual([`| ${shown} |`]);
      }),
    );
  });

  it('finds what was cut out of any text, and what it finds folds to the same words', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.nat(),
        fc.nat(),
        (text, a, b) => {
          const signs = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
          const [from, to] = [a % (signs.length + 1), b % (signs.length + 1)].sort((x, y) => x - y);
          const quote = signs.slice(from, to).join('');
          const parts = [signs.slice(0, from).join(''), quote, signs.slice(to).join('')];
          const found = wordsAt(parts.join(' '), quote);
          // Some ligatures are a space and marks when they are taken apart.
          const apart = quote.normalize('NFKC');
          fc.pre(/[\p{L}\p{N}]/u.test(apart) && apart === apart.trim());
          expect(found.length).toBeGreaterThan(0);
          for (const words of found) expect(findQuote(words, quote).places).toHaveLength(1);
        },
      ),
    );
  });

  it('never finds a sentence in a text from which a word of it was taken', () => {
    fc.assert(
      fc.property(sentence, fc.nat(), (words, at) => {
        const taken = at % words.length;
        const text = words.filter((_, index) => index !== taken).join(' ');
        expect(findQuote(text, words.join(' ')).places).toEqual([]);
      }),
    );
  });
});

describe('where on a page a quote stands', () => {
  const QUOTE = 'Positions are reconciled every night.';
  const REST = 'Asked by others. ';

  it.each([
    ['its article', QUOTE, REST + QUOTE, { in: 'text' }],
    ['its article, as that sets it anew', QUOTE, REST, { in: 'text' }],
    ['outside of it', REST, REST + QUOTE, { in: 'whole' }],
    ['nowhere', REST, REST, { problem: 'These words are not on the page' }],
  ])('is %s', (_name, text, whole, place) => {
    expect(findOnPage({ text, whole }, QUOTE)).toEqual(place);
  });

  it('is refused where it stands in the article and once more beside it', () => {
    const found = findOnPage({ text: QUOTE, whole: `${QUOTE} ${REST}${QUOTE}` }, QUOTE);
    expect('problem' in found && found.problem).toMatch(/^These words are on the page twice/);
  });
});

describe('what is wrong with a quote', () => {
  const TEXT =
    'Addepar reports performance across all asset classes.\nFees: Addepar reports performance across all asset classes, too.';

  it('is told in a sentence', () => {
    expect(quoteProblem(TEXT, 'reports performance')).toBe(
      'The quote must be at least 25 characters: fewer words prove too little',
    );
    expect(quoteProblem(TEXT, `reports${'\u200b'.repeat(30)}`)).toMatch(/at least 25/);
    expect(quoteProblem(TEXT, 'a'.repeat(301))).toBe('The quote must be at most 300 characters');
    expect(quoteProblem(TEXT, 'Addepar reports performance for nobody')).toBe(
      'These words are not on the page',
    );
    expect(quoteProblem(TEXT, 'performance across all asset classes, too.')).toBeNull();
  });

  it('shows both places of words that stand there twice', () => {
    expect(quoteProblem(TEXT, 'Addepar reports performance across all asset classes')).toBe(
      'These words are on the page twice: “…[the quote]. Fees: Addepar reports performance acro…” and “…ormance across all asset classes. Fees: [the quote], too.…”. Take more of the words around one of them',
    );
  });
});
