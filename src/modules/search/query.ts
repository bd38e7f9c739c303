import type { NamedPage, Names, Span } from './names.ts';
import { soughtIn } from './words.ts';

/** Real queries are shorter; more words only cost time. */
export const MAX_WORDS = 12;
/** A shorter beginning is that of too many words. */
const MIN_PREFIX = 3;

/** A word that is sought, with other ways to say it. */
export interface Unit {
  word: string;
  /** As PostgreSQL writes it; words are letters and digits only, so that none of them needs quotes. */
  stems: string;
  /** How many words that has. */
  leaves: number;
  /** The same in titles, where the last word may be half typed. */
  begun: string;
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
  const units = words.flatMap((word, at): Unit[] => {
    if (!isSought.has(word) || words.indexOf(word) < at) return [];
    const ways = [[word], ...(others[at] ?? [])];
    const isLast = at === words.length - 1 && word.length >= MIN_PREFIX;
    return [
      {
        word,
        stems: ways.map((way) => `(${way.join(' & ')})`).join(' | '),
        leaves: ways.flat().length,
        begun: isLast ? `${word}:*` : word,
      },
    ];
  });
  const synonyms = soughtIn(others.flat(2)).filter((word) => !isSought.has(word));
  const exact = spans
    .filter((span) => isWhole(span, words, isSought))
    .flatMap(({ pages }) => pages);
  return { words, guessed, sought, units, synonyms: [...new Set(synonyms)], spans, exact };
};
