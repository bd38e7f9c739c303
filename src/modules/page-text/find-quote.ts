import { QUOTE_LENGTH, TOO_SHORT } from './quote-length.ts';

/** Words that repeat the quote more often are not looked through any further. */
const MAX_PLACES = 100;

/** Seen by nobody: soft hyphen, zero-width space and joiners, marks of direction, byte order mark. */
const UNSEEN = /\u034f|[\u00ad\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff]/g;
const SINGLE_QUOTES = /[\u2018-\u201b\u2032\u2035\u02b9\u02bb\u02bc\u2039\u203a`\u00b4]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033\u2036\u00ab\u00bb\u301d-\u301f]/g;
const DASHES = /[\u2010-\u2015\u2212\u2043\ufe58\ufe63\uff0d]/g;

/** No writing needs more marks on a sign (Unicode's 'stream-safe' texts); ordering them takes the square of their number. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

/**
 * A text without its typography: quotation marks, dashes, ligatures, composed letters and white space in one form each.
 * Prime signs and accents that stand alone would fall apart when they are decomposed, so marks are folded first.
 */
export const fold = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .replace(DOUBLE_QUOTES, '"')
    .replace(SINGLE_QUOTES, "'")
    .replace(DASHES, '-')
    .replace(TOO_MANY_MARKS, '$1')
    .normalize('NFKD')
    .replace(/\s+/g, ' ')
    .trim();

/** A letter of a script that sets spaces between its words. */
const LETTER = '[\\p{scx=Latn}\\p{scx=Grek}\\p{scx=Cyrl}]';
/** A capital after a small letter begins what a page sets without a space; 'non-' belongs to its word. */
const IN_WORD = new RegExp(
  `(?<=${LETTER}\\p{M}*)(?=${LETTER})(?!(?<=\\p{Ll}\\p{M}*)\\p{Lu})|(?<=\\p{N}[.,]?)(?=[.,]?\\p{N})|(?<=\\b[Nn]on-)|(?=\\p{M})`,
  'uy',
);

/** Whether a cut at this place leaves half of a sign, a word or a number. */
const isInWord = (text: string, at: number): boolean => {
  IN_WORD.lastIndex = at;
  return IN_WORD.test(text);
};

/** Whether folded words of a page hold a quote, in whole words. */
export const holdsQuote = (words: string, quote: string): boolean => {
  const wanted = fold(quote);
  if (wanted === '') return false;
  let at = words.indexOf(wanted);
  for (let places = 0; at !== -1 && places < MAX_PLACES; places += 1) {
    if (!isInWord(words, at) && !isInWord(words, at + wanted.length)) return true;
    at = words.indexOf(wanted, at + 1);
  }
  return false;
};

/** What is wrong with a quote by its length alone. */
export const quoteLengthProblem = (quote: string): string | null => {
  const { min, max } = QUOTE_LENGTH;
  if (quote.length > max) return `The quote must be at most ${max} characters`;
  return fold(quote).length < min ? TOO_SHORT : null;
};

/** Why folded words of a page do not carry a quote, as a sentence. */
export const quoteProblem = (words: string, quote: string): string | null =>
  quoteLengthProblem(quote) ??
  (holdsQuote(words, quote) ? null : 'These words are not on the page');
