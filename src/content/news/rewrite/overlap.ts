import { stripMarks } from '#platform/text/excerpt.ts';

/** A run of so many words in a row is a copy, not a coincidence. */
const RUN = 8;
const TOO_CLOSE = 0.2;

const wordsOf = (text: string): string[] =>
  stripMarks(text)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const runsOf = (words: readonly string[]): string[] =>
  Array.from({ length: Math.max(0, words.length - RUN + 1) }, (_, at) =>
    words.slice(at, at + RUN).join(' '),
  );

/** The share of a rewritten text that stands in runs of eight or more words of the original. */
export const measureOverlap = (original: string, rewritten: string) => {
  const words = wordsOf(rewritten);
  const originalRuns = new Set(runsOf(wordsOf(original)));
  const copied = new Set<number>();
  for (const [at, run] of runsOf(words).entries()) {
    if (!originalRuns.has(run)) continue;
    for (let index = at; index < at + RUN; index += 1) copied.add(index);
  }
  const share = words.length === 0 ? 0 : copied.size / words.length;
  const overlap = Math.round(share * 1000) / 1000;
  return { overlap, tooClose: share > TOO_CLOSE };
};
