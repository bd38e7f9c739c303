import { stripMarks } from './excerpt.ts';

const MAX_HEADINGS = 200;
const FENCED = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.+)$/gm;

const blank = (code: string) => code.replace(/[^\n]/g, ' ');

/** The headings of a Markdown text, in order, and where each begins. */
export const outlineOf = (markdown: string) =>
  Array.from(markdown.replace(/\r\n?/g, '\n').replace(FENCED, blank).matchAll(HEADING))
    .slice(0, MAX_HEADINGS)
    .map(({ index: at, 1: signs = '', 2: words = '' }, index) => ({
      index,
      at,
      level: signs.length,
      words: stripMarks(words.replace(/[ \t]+#+[ \t]*$/, '')),
    }));
