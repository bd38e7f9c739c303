import type { Place } from '#modules/page-text/find-quote.ts';

export interface Around {
  /** The sentence or sentences that the quote is part of, whole. */
  sentence: string;
  previous: string;
  next: string;
  /** The paragraph of the quote with its neighbours. */
  passage: string;
  /** Short lines above that end no sentence, nearest first: items of a list, and what opens it. */
  above: string[];
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const LINES_ABOVE = 12;
const SHORT_LINE = 80;
const NEIGHBOURS = 2;

const firstAbove = (lines: readonly string[], at: number): number => {
  const isOfList = (line = '.') => line.length <= SHORT_LINE && !/[.!?]["”’)]?\s*$/.test(line);
  let first = at;
  while (at - first < LINES_ABOVE && isOfList(lines[first - 1])) first -= 1;
  return first;
};

/** What a page says around a quote of it; null where the quote joins two paragraphs. */
export const lookAround = (text: string, { start, end }: Place): Around | null => {
  if (text.slice(start, end).trim().includes('\n')) return null;
  const lines = text.split('\n');
  let [at, offset] = [0, 0];
  for (; at < lines.length - 1; at += 1) {
    const after = offset + (lines[at]?.length ?? 0) + 1;
    if (after > start) break;
    offset = after;
  }
  const sentences = [...segmenter.segment(lines[at] ?? '')].map(({ segment, index }) => ({
    segment,
    from: offset + index,
    to: offset + index + segment.length,
  }));
  const isTouched = ({ from, to }: { from: number; to: number }) => from < end && to > start;
  const first = sentences.findIndex(isTouched);
  const last = sentences.findLastIndex(isTouched);
  return {
    sentence: sentences
      .slice(first, last + 1)
      .map(({ segment }) => segment)
      .join(''),
    previous: sentences[first - 1]?.segment ?? lines[at - 1] ?? '',
    next: sentences[last + 1]?.segment ?? lines[at + 1] ?? '',
    passage: lines.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1).join('\n'),
    above: lines.slice(firstAbove(lines, at), at).reverse(),
  };
};
