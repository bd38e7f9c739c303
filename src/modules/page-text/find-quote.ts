import { QUOTE_LENGTH, TOO_SHORT } from './quote-length.ts';

export { QUOTE_LENGTH };

export interface Place {
  start: number;
  end: number;
}

/** A page that repeats itself more often is told no better by more places. */
const MAX_PLACES = 100;
const AROUND = 40;
const NOT_THERE = 'These words are not on the page';

/** Seen by nobody: soft hyphen, zero-width space and joiners, marks of direction, byte order mark. */
const UNSEEN = '\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u2060-\\u2064\\ufeff';
/** A sign with the marks that stand on it: what must not be cut in two. */
const SIGNS = new RegExp(`[^\\p{M}${UNSEEN}][\\p{M}${UNSEEN}]*|[\\p{M}${UNSEEN}]+`, 'gu');
const ALL_UNSEEN = new RegExp(`[${UNSEEN}]`, 'gu');

const SINGLE_QUOTES = /[\u2018-\u201b\u2032\u2035\u02b9\u02bb\u02bc\u2039\u203a`\u00b4]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033\u2036\u00ab\u00bb\u301d-\u301f]/g;
const DASHES = /[\u2010-\u2015\u2212\u2043\ufe58\ufe63\uff0d]/g;

/**
 * The decomposed form, which is made sign by sign: two texts that are equal composed (NFKC) are equal decomposed (NFKD).
 * Prime signs and accents that stand alone would fall apart there, so quotation marks are folded first.
 */
const foldSign = (sign: string): string => {
  const seen = sign.replace(ALL_UNSEEN, '');
  if (/^[!-_a-~]$/.test(seen)) return seen;
  return seen
    .replace(DOUBLE_QUOTES, '"')
    .replace(SINGLE_QUOTES, "'")
    .replace(DASHES, '-')
    .normalize('NFKD')
    .replace(/^\s+$/, ' ');
};

interface Folded {
  text: string;
  /** By offset in `text`: where its sign begins and ends in the original; a sign's later parts have no beginning. */
  starts: number[];
  ends: number[];
}

export const fold = (original: string): Folded => {
  const parts: string[] = [];
  const [starts, ends]: [number[], number[]] = [[], []];
  let isAfterSpace = false;
  for (const { 0: sign, index } of original.matchAll(SIGNS)) {
    const folded = foldSign(sign);
    const isSpace = folded === ' ';
    if (folded === '' || (isSpace && isAfterSpace)) continue;
    parts.push(folded);
    for (let part = 0; part < folded.length; part += 1) {
      starts.push(part === 0 ? index : -1);
      ends.push(index + sign.length);
    }
    isAfterSpace = isSpace;
  }
  return { text: parts.join(''), starts, ends };
};

/** A letter of a script that sets spaces between its words. */
const LETTER =
  '(?![\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}])\\p{L}';
/** A capital after a small letter begins what a page sets without a space; 'non-' belongs to its word. */
const IN_WORD = new RegExp(
  `(?<=${LETTER}\\p{M}*)(?=${LETTER})(?!(?<=\\p{Ll}\\p{M}*)\\p{Lu})|(?<=\\p{N}[.,]?)(?=[.,]?\\p{N})|(?<=\\b[Nn]on-)`,
  'uy',
);

/** Whether a cut at this place leaves half of a word or of a number. */
export const isInWord = (text: string, at: number): boolean => {
  IN_WORD.lastIndex = at;
  return IN_WORD.test(text);
};

/** Where a text holds exactly these words, whole, typography and white space aside. */
export const findQuote = (text: string, quote: string): { places: Place[] } => {
  const wanted = fold(quote).text.trim();
  const places: Place[] = [];
  if (wanted === '') return { places };
  const page = fold(text);
  let at = page.text.indexOf(wanted);
  while (at !== -1 && places.length < MAX_PLACES) {
    const start = page.starts[at] ?? -1;
    const after = at + wanted.length;
    const isSign = start !== -1 && page.starts[after] !== -1;
    const isWhole = isSign && !isInWord(page.text, at) && !isInWord(page.text, after);
    if (isWhole) places.push({ start, end: page.ends[after - 1] ?? text.length });
    at = page.text.indexOf(wanted, at + 1);
  }
  return { places };
};

const showPlace = (text: string, { start, end }: Place): string => {
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  return `“…${before}[the quote]${after}…”`.replace(/\s+/g, ' ').toWellFormed();
};

/** The problem of a quote by its length alone. */
export const quoteLengthProblem = (quote: string): string | null => {
  const { min, max } = QUOTE_LENGTH;
  if (quote.length > max) return `The quote must be at most ${max} characters`;
  if (fold(quote).text.trim().length >= min) return null;
  return TOO_SHORT;
};

/** Where on a page a quote stands once: in its article, or outside of it; or why it does not. */
export const findOnPage = (
  { text, whole }: { text: string; whole: string },
  quote: string,
): { in: 'text' | 'whole' } | { problem: string } => {
  const inText = quoteProblem(text, quote);
  const inWhole = text === whole ? inText : quoteProblem(whole, quote);
  // Readability may set words anew, which are then in the article alone.
  if (inText === null && (inWhole === null || inWhole === NOT_THERE)) return { in: 'text' };
  return inWhole === null ? { in: 'whole' } : { problem: inWhole };
};

/** Why these words are no quote of this text, as a sentence. */
export const quoteProblem = (text: string, quote: string): string | null => {
  const wrongLength = quoteLengthProblem(quote);
  if (wrongLength !== null) return wrongLength;
  const { places } = findQuote(text, quote);
  const [first, second] = places;
  if (!first) return NOT_THERE;
  if (!second) return null;
  const times = places.length === 2 ? 'twice' : `${places.length} times`;
  return `These words are on the page ${times}: ${showPlace(text, first)} and ${showPlace(text, second)}. Take more of the words around one of them`;
};
