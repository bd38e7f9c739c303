import { fold, isInWord } from '#modules/page-text/find-quote.ts';
import { negationsIn } from './negations.ts';
import { sentencesAt } from './sentences.ts';

/** A text that repeats the quote more often tells no more. */
const MAX_PLACES = 100;

const SPACING = /[\s\p{Cf}]+/gu;
const TYPOGRAPHY =
  /(?<!\p{N})[^\p{L}\p{M}\p{N}\p{Sc}%+]|[^\p{L}\p{M}\p{N}\p{Sc}%+](?!\p{N})|[^\p{L}\p{M}\p{N}\p{Sc}%+.,-]/gu;
const CLAUSE_ENDS = /[,;:(–—]/;
/** Words in a clause of their own are about something else, unless they say that the quote is over. */
const IS_OVER =
  /\b(?:no longer|discontinued|retired|not (?:yet )?(?:available|supported|offered|included))\b/i;

interface Bare {
  text: string;
  /** By offset in `text`: the offset in what it was made of. */
  at: number[];
}

const strip = ({ text, at }: Bare, signs: RegExp): Bare => {
  const marked = text.replace(signs, (cut) => '\0'.repeat(cut.length));
  return { text: marked.replaceAll('\0', ''), at: at.filter((_, place) => marked[place] !== '\0') };
};

/**
 * Letters, digits, currencies and the signs inside of numbers: spacing, case and punctuation are typography. Wider than
 * what a new quote must match, because words that were only set anew are not gone.
 */
const bare = (folded: string): Bare => {
  const whole = { text: folded.toLowerCase(), at: [...Array(folded.length).keys()] };
  return strip(strip(whole, SPACING), TYPOGRAPHY);
};

/** How often the sentence of a place denies something, as far as that may concern the place. */
const denialsAround = (text: string, start: number, end: number): number => {
  const sentences = sentencesAt(text, start, end);
  const before = text.slice(sentences.start, start);
  const [after = '', ...clauses] = text.slice(end, sentences.end).split(CLAUSE_ENDS);
  // 'Unlike others, which do not, Ledgerline reconciles': whoever does it is named after the denial.
  const isOwnClause =
    CLAUSE_ENDS.test(before.trimEnd().slice(-1)) && /^\P{Ll}/u.test(text.slice(start).trimStart());
  const governed = isOwnClause ? '' : before;
  const isOver = clauses.some((clause) => IS_OVER.test(clause));
  return negationsIn(governed + text.slice(start, end)) + negationsIn(after) + Number(isOver);
};

/** For each place where a text holds a quote, however it is set there: the denials around it. */
const denialsIn = (text: string) => {
  const page = fold(text);
  const words = bare(page.text);
  return (quote: string): number[] => {
    const wanted = bare(fold(quote).text).text;
    const denials: number[] = [];
    const next = (from: number) => words.text.indexOf(wanted, from);
    for (let at = next(0); at !== -1 && denials.length < MAX_PLACES; at = next(at + 1)) {
      const from = words.at[at] ?? 0;
      const to = (words.at[at + wanted.length - 1] ?? 0) + 1;
      if (isInWord(page.text, from) || isInWord(page.text, to)) continue;
      denials.push(denialsAround(text, page.ends[from - 1] ?? 0, page.ends[to - 1] ?? text.length));
    }
    return denials;
  };
};

/** Whether a text still says a quote: in whole words, and in no sentence that denies more than where it was found last. */
export const lookIn = (text: string) => {
  const denialsNow = denialsIn(text);
  return ({ quote, lastText }: { quote: string; lastText: string | null }): boolean => {
    const now = denialsNow(quote);
    const last = lastText === null || now.length === 0 ? [] : denialsIn(lastText)(quote);
    return now.some((count) => last.length === 0 || count <= Math.max(...last));
  };
};
