import type { NamedPage, Names, Span } from './names.ts';
import { soughtIn, tellingIn, wordsOf } from './words.ts';

/** Real queries are shorter; more words only cost time. */
const MAX_WORDS = 12;
/** As are their texts: a letter may carry marks without end. */
const MAX_LENGTH = 400;

/** The words of what somebody typed; one sign may stand for several, so that its length does not bound them. */
export const typedIn = (q: string): string[] => wordsOf(q.slice(0, MAX_LENGTH)).slice(0, MAX_WORDS);

/** A word that is sought, with other ways to say it. */
export interface Unit {
  word: string;
  /** The word itself, and names of several words that mean the same. */
  ways: readonly (readonly string[])[];
  /** The last word may be half typed. */
  isLast: boolean;
  /** Nearly every page has it: beside words that tell more it is sought in names and summaries alone. */
  isEverywhere: boolean;
}

export interface Reading {
  /** As they were typed. */
  words: readonly string[];
  /** Those that were put in the place of others. */
  guessed: readonly string[];
  /** Those that carry weight. */
  sought: readonly string[];
  units: readonly Unit[];
  /** The words of other ways to say the same. */
  synonyms: readonly string[];
  spans: readonly Span[];
  /** Pages of which all that is sought is the name. */
  exact: readonly NamedPage[];
}

/** Whether everything outside of a span is no more than a question. */
const isWhole = ({ start, end }: Span, words: readonly string[], sought: ReadonlySet<string>) =>
  words.every((word, at) => (at >= start && at < end) || !sought.has(word));

export const readWords = (
  typed: readonly string[],
  names: Names,
  guessed: readonly string[] = [],
): Reading => {
  const words = typed.slice(0, MAX_WORDS);
  const sought = soughtIn(words);
  const spans = names.spansIn(words);
  const others = names.synonymsIn(words);
  const isSought = new Set(sought);
  const telling = new Set(tellingIn(words));
  const units = words.flatMap((word, at): Unit[] => {
    if (!isSought.has(word) || words.indexOf(word) < at) return [];
    return [
      {
        word,
        ways: [[word], ...(others[at] ?? [])],
        isLast: at === words.length - 1,
        isEverywhere: telling.size > 0 && !telling.has(word),
      },
    ];
  });
  const synonyms = soughtIn(others.flat(2)).filter((word) => !isSought.has(word));
  const exact = spans
    .filter((span) => isWhole(span, words, isSought))
    .flatMap(({ pages }) => pages);
  return { words, guessed, sought, units, synonyms: [...new Set(synonyms)], spans, exact };
};
