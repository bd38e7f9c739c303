import { countMarkdownWords, countWords } from '#platform/text/count-words.ts';
import { stripMarks } from '#platform/text/excerpt.ts';

export interface ReadText {
  plain: string;
  firstParagraph: string;
  words: number;
  sentences: number[];
  longestParagraph: number;
  headings: string[];
  internalLinks: number;
  externalLinks: number;
}

/** More than any article has: each costs the main thread some microseconds, and a text may be made of nothing else. */
const MAX_BLOCKS = 2000;

const HEADING = /^[ \t]*#{1,6}[ \t]+/;

export const readParagraphs = (markdown: string): { headings: string[]; paragraphs: string[] } => {
  const blocks = markdown
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n|\n(?=[ \t]*#{1,6}[ \t])/)
    .filter((block) => block.trim() !== '')
    .slice(0, MAX_BLOCKS);
  const headings = blocks.flatMap((block) =>
    HEADING.test(block) ? stripMarks(block.split('\n')[0]) : [],
  );
  const paragraphs = blocks
    .map((block) => (HEADING.test(block) ? block.replace(/^[^\n]*\n?/, '') : block))
    .map((block) => stripMarks(block))
    .filter((block) => block !== '');
  return { headings, paragraphs };
};

export const readText = (markdown: string): ReadText => {
  const { headings, paragraphs } = readParagraphs(markdown);
  const links = Array.from(markdown.matchAll(/\]\(\s*([^()\s]+)/g), (match) => match[1] ?? '');
  const sentences = paragraphs
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?])\s+/))
    .map(countWords)
    .filter((words) => words > 0);
  return {
    plain: paragraphs.join(' '),
    firstParagraph: paragraphs[0] ?? '',
    words: countMarkdownWords(markdown),
    sentences,
    longestParagraph: Math.max(0, ...paragraphs.map(countWords)),
    headings,
    internalLinks: links.filter((link) => link.startsWith('/')).length,
    externalLinks: links.filter((link) => /^https?:/i.test(link)).length,
  };
};
