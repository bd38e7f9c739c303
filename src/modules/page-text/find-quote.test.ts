import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, holdsQuote, quoteProblem } from './find-quote.ts';

const isFound = (text: string, quote: string) => holdsQuote(fold(text), quote);

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
  it('finds words where typography and white space differ', () => {
    const text =
      'Intro.\nThe firm’s “ﬁrst” report — due\u00a0monthly… — is re\u00adconciled by cafe\u0301 staff.\nEnd.';
    const quote = `The firm's "first" report - due monthly... - is reconciled by café staff.`;
    expect(isFound(text, quote)).toBe(true);
  });

  it('is exact: another case, another word, half of a sign and a negation are not found', () => {
    const text = 'The product does not reconcile bank statements to the café ledger each day.';
    for (const quote of [
      'the product does not reconcile bank statements',
      'The product does reconcile bank statements',
      'The product does not reconciles bank statements',
      'reconcile bank statements to the cafe',
    ])
      expect(isFound(text, quote), quote).toBe(false);
    expect(isFound('cafe\u0301 of the family office bank', 'cafe')).toBe(false);
    expect(isFound('some text', ' \u00ad ')).toBe(false);
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
    expect(isFound(text, quote)).toBe(false);
  });

  it.each([
    ['in Japanese, which has no spaces', '家族の資産を管理する台帳です', '資産を管理する'],
    ['in Thai, which has none', 'ระบบบัญชีของครอบครัว', 'บัญชีของ'],
    ['after a badge without a space', 'NewLedgerline reconciles', 'Ledgerline reconciles'],
    ['before a footnote without a space', 'every night1 and more', 'every night'],
    ['between marks', '(capable of keeping)', 'capable of keeping'],
    ['after half of a word that is like it', 'incapable, capable of it', 'capable of it'],
  ])('finds words %s', (_name, text, quote) => {
    expect(isFound(text, quote)).toBe(true);
  });

  it('finds a sentence of a text however the page sets it', () => {
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
        expect(isFound(text, `| ${quoted.join(' ')} |`)).toBe(true);
      }),
    );
  });

  it('never finds a sentence in a text from which a word of it was taken', () => {
    fc.assert(
      fc.property(sentence, fc.nat(), (words, at) => {
        const taken = at % words.length;
        const text = words.filter((_, index) => index !== taken).join(' ');
        expect(isFound(text, words.join(' '))).toBe(false);
      }),
    );
  });

  it('gives up on a page that repeats half of the quote forever', () => {
    const words = 'aaaa'.repeat(200_000);
    const start = performance.now();
    expect(holdsQuote(words, 'a'.repeat(300))).toBe(false);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('what is wrong with a quote', () => {
  const TEXT = fold('Addepar reports performance across all asset classes.\nFees, too.');

  it('is said in a sentence', () => {
    const tooShort = 'The quote must be at least 25 characters: fewer words prove too little';
    expect(quoteProblem(TEXT, 'reports performance')).toBe(tooShort);
    expect(quoteProblem(TEXT, `reports${'\u200b'.repeat(30)}`)).toBe(tooShort);
    expect(quoteProblem(TEXT, 'a'.repeat(301))).toBe('The quote must be at most 300 characters');
    expect(quoteProblem(TEXT, 'Addepar reports performance for nobody')).toBe(
      'These words are not on the page',
    );
    expect(quoteProblem(TEXT, 'performance across all asset classes. Fees')).toBeNull();
  });
});
