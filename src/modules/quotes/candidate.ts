import { QUOTE_LENGTH } from '#modules/page-text/find-quote.ts';
import { negationsIn } from './negations.ts';
import { sentencesOf, wordsOf } from './sentences.ts';

export interface Candidate {
  sentence: string;
  /** It denies something that the quote does not. */
  isNegated: boolean;
}

/** Two sentences that share less are about different things. */
const LEAST_LIKENESS = 0.4;

/** Twice the shared words over all of both: 1 for the same words in any order. */
const likeness = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  (2 * one.intersection(other).size) / Math.max(1, one.size + other.size);

/** So much of a sentence as a quote may have, up to the end of a word. */
const clip = (sentence: string): string =>
  sentence.length <= QUOTE_LENGTH.max
    ? sentence
    : sentence.slice(0, Math.max(0, sentence.lastIndexOf(' ', QUOTE_LENGTH.max))).trimEnd();

/** What the page says now in the place of the quote: the new sentence that shares most words with it. */
export const findCandidate = (
  quote: string,
  text: string,
  lastText: string | null,
): Candidate | null => {
  const known = new Set(lastText === null ? [] : sentencesOf(lastText));
  const wanted = new Set(wordsOf(quote));
  let best = { sentence: '', likeness: LEAST_LIKENESS };
  for (const whole of sentencesOf(text)) {
    if (known.has(whole)) continue;
    const sentence = clip(whole);
    const found = likeness(wanted, new Set(wordsOf(sentence)));
    if (sentence.length >= QUOTE_LENGTH.min && found > best.likeness)
      best = { sentence, likeness: found };
  }
  const { sentence } = best;
  return sentence ? { sentence, isNegated: negationsIn(sentence) > negationsIn(quote) } : null;
};
