import { stripMarks } from '#platform/text/excerpt.ts';
import { isWithinBounds } from '#platform/text/markdown-bounds.ts';
import { parseTree } from '#platform/text/parse-markdown.ts';

const MAX_HEADINGS = 200;

/** The headings of a Markdown text that stand in no quote or list, in order, and where each begins. */
export const outlineOf = (markdown: string) => {
  const text = markdown.replace(/\r\n?/g, '\n');
  if (!isWithinBounds(text)) return [];
  return parseTree(text)
    .children.filter((block) => block.type === 'heading')
    .slice(0, MAX_HEADINGS)
    .map(({ depth, position }, index) => {
      const at = position?.start.offset ?? 0;
      const end = position?.end.offset;
      return { index, at, level: depth, words: stripMarks(text.slice(at, end)) };
    });
};
