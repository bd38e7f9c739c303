import { cutText } from '#platform/text/excerpt.ts';
import { isSought, plain } from '#site/search/marked.ts';

const BEFORE = 60;
const LENGTH = 220;

/** The part of a text around the first of the words, cut between words. */
const cutAround = (text: string, at: number): string => {
  const from = at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1;
  return `${from > 0 ? '… ' : ''}${cutText(text.slice(from), LENGTH, ' …')}`;
};

/** Letters that a search term shares with every word that matches it. */
const HEAD = 4;
/** Signs that a text may have inside a word: `SS&C`. */
const SIGN = "[&'’.]";

/** About where the first of the words is, or -1. Only words that begin like one of them are compared. */
const findSought = (text: string, sought: readonly string[]): number => {
  const small = plain(text);
  const heads = sought.map((one) => Array.from(one.slice(0, HEAD)).join(`${SIGN}?`));
  const alike = new RegExp(`(?:${heads.join('|')})(?:${SIGN}?[\\p{L}\\p{N}])*`, 'gu');
  for (const { 0: word, index } of small.matchAll(alike)) {
    const isWhole = !/[\p{L}\p{N}]/u.test(small.charAt(index - 1));
    if (isWhole && isSought(word.replaceAll(new RegExp(SIGN, 'g'), ''), sought)) return index;
  }
  return -1;
};

/**
 * The excerpt below a result's title: the summary, or where the words stand when it has none of them. Of several lists
 * of words a later one counts where the text has none of those before.
 */
export const passageOf = (
  { summary, body }: { summary: string; body: string },
  lists: readonly (readonly string[])[],
): string => {
  if (body === '') return summary;
  for (const sought of lists.filter((list) => list.length > 0)) {
    if (findSought(summary, sought) >= 0) return summary;
    const at = findSought(body, sought);
    if (at >= 0) return cutAround(body, at);
  }
  return summary;
};
