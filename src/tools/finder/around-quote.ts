import type { Place } from '#modules/page-text/find-quote.ts';

export interface Around {
  /** The sentence or sentences that the quote is part of, whole. */
  sentence: string;
  previous: string;
  next: string;
  /** The paragraph of the quote with its neighbours. */
  passage: string;
  /** Short lines above, nearest first: headings, or the line that opens a list. */
  above: string[];
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const LINES_ABOVE = 12;
const SHORT_LINE = 80;
const NEIGHBOURS = 2;

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
    above: lines
      .slice(Math.max(0, at - LINES_ABOVE), at)
      .reverse()
      .filter((line) => line.length <= SHORT_LINE),
  };
};
