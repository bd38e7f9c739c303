import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { stripMarks } from './excerpt.ts';
import { showHtmlAsText } from './html-as-text.ts';
import { isWithinBounds } from './markdown-bounds.ts';

const MAX_HEADINGS = 200;
/** Constructs within a line, which cost the parser the most time. */
const INLINE = [
  'attention',
  'autolink',
  'characterEscape',
  'characterReference',
  'codeText',
  'hardBreakEscape',
  'labelEnd',
  'labelStartImage',
  'labelStartLink',
];

const parser = unified()
  .data({ micromarkExtensions: [{ disable: { null: INLINE } }] })
  .use(remarkParse)
  .use(showHtmlAsText)
  .freeze();

/** The headings of a Markdown text that stand in no quote or list, in order, and where each begins. */
export const outlineOf = (markdown: string) => {
  const text = markdown.replace(/\r\n?/g, '\n');
  if (!isWithinBounds(text)) return [];
  return parser
    .parse(text)
    .children.filter((block) => block.type === 'heading')
    .slice(0, MAX_HEADINGS)
    .map(({ depth, position }, index) => {
      const [at, end] = [position?.start.offset ?? 0, position?.end.offset];
      return { index, at, level: depth, words: stripMarks(text.slice(at, end)) };
    });
};
