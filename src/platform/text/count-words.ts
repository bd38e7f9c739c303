import { stripMarks } from './excerpt.ts';

const WORDS_PER_MINUTE = 200;

/** Words of plain text, as a reader counts them: a dash between spaces is none, 'and/or' is one. */
export const countWords = (plain: string): number =>
  plain.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Words of a markdown text: what a reader reads, not its marks. */
export const countMarkdownWords = (markdown: string | null | undefined): number =>
  countWords(stripMarks(markdown));

/** Whole minutes at 200 words a minute, at least one. */
export const readingMinutes = (words: number): number =>
  Math.max(1, Math.ceil(words / WORDS_PER_MINUTE) || 1);
