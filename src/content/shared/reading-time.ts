import { stripMarks } from './excerpt.ts';

const WORDS_PER_MINUTE = 200;

/** Words of a markdown text: what a reader reads, not its marks. */
export function countWords(markdown: string | null | undefined): number {
  // A dash between spaces or a bare bullet is no word.
  return stripMarks(markdown ?? '')
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Whole minutes at 200 words a minute, at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.ceil(words / WORDS_PER_MINUTE) || 1);
}
