import { stripMarks } from './excerpt.ts';

const MAX_HEADINGS = 200;
const FENCED = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.+)$/gm;

/** The headings of a Markdown text, in order. */
export const outlineOf = (markdown: string) =>
  Array.from(markdown.replace(/\r\n?/g, '\n').replace(FENCED, '').matchAll(HEADING))
    .slice(0, MAX_HEADINGS)
    .map(([, signs = '', words = ''], index) => ({
      index,
      level: signs.length,
      words: stripMarks(words.replace(/[ \t]+#+[ \t]*$/, '')),
    }));
