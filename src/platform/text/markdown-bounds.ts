export const MARKDOWN_LENGTH = 500_000;
/** Quotes and lists that open in one line, and in all lines that open more than one. */
const MAX_DEPTH = 12;
const MAX_NESTED = 400;
const MAX_INDENT = 100;
const MAX_BRACKETS = 64;
const MAX_MARKS_PER_BLOCK = 2000;
const MAX_TABLE_CELLS = 20_000;
const MAX_UNDERLINES = 100;

const RULE = /^[\s>]*([-*_=])(?:[ \t]*\1)*[ \t]*$/;
/** A heading by the line below it, such as 'Costs' over '====='. */
const UNDERLINE = /^[\s>]*(?:=+|-+)[ \t]*$/;
const TABLE_RULE = /^[\s>\d.)*+:|-]*$/;

/**
 * Whether a text can be parsed as markdown in a time that grows with its length alone. Nested quotes,
 * lists, brackets and emphasis, tables of empty cells and underlined headings cost the parser the
 * square of their size, so beyond what any author writes a text is shown as plain paragraphs instead.
 */
export function isWithinBounds(markdown: string): boolean {
  if (markdown.length > MARKDOWN_LENGTH) return false;
  // A return alone ends a line, too.
  const text = markdown.replace(/\r\n?/g, '\n');
  return (
    !hasManyUnderlines(text) &&
    !opensTooMany(text) &&
    text.split(/\n[ \t]*\n/).every(isBlockWithinBounds)
  );
}

function isBlockWithinBounds(block: string): boolean {
  const lines = block.split('\n');
  let marks = 0;
  let brackets = 0;
  for (const [index, line] of lines.entries()) {
    if (RULE.test(line)) continue;
    if (isNestedTooDeep(line) || isTableTooBig(line, lines.length - index)) return false;
    for (const mark of line.matchAll(/[*_~[\]`]+/g)) {
      // A run of one sign nests as deep as it is long.
      if (/^(?:\*{33,}|_{33,})/.test(mark[0])) return false;
      marks += mark[0].length;
      for (const sign of mark[0]) {
        if (sign === '[') brackets += 1;
        if (sign === ']') brackets = Math.max(0, brackets - 1);
      }
      if (brackets > MAX_BRACKETS) return false;
    }
  }
  return marks <= MAX_MARKS_PER_BLOCK;
}

function hasManyUnderlines(markdown: string): boolean {
  let count = 0;
  let isText = false;
  for (const line of markdown.split('\n')) {
    if (isText && UNDERLINE.test(line)) count += 1;
    isText = line.trim() !== '';
  }
  return count > MAX_UNDERLINES;
}

/** How many quotes and list items a line opens, one in the other: '> - > 1. a' opens four. */
function containersOf(line: string): number {
  const lead = /^[\s>*+\-\d.)]*/.exec(line)?.[0] ?? '';
  return lead.match(/>|[-*+.)](?=\s|$)/g)?.length ?? 0;
}

function isNestedTooDeep(line: string): boolean {
  const containers = containersOf(line);
  const indent = /^\s*/.exec(line)?.[0].length ?? 0;
  return containers > MAX_DEPTH || (indent > MAX_INDENT && containers > 0);
}

/** Lines that each open a list in a quote in a list cost the parser the square of their number. */
function opensTooMany(text: string): boolean {
  let nested = 0;
  for (const line of text.split('\n')) {
    const containers = RULE.test(line) ? 0 : containersOf(line);
    if (containers > 1) nested += containers;
  }
  return nested > MAX_NESTED;
}

/** Every row is filled up to the width of the table's rule, so a wide rule makes many cells. */
function isTableTooBig(line: string, rows: number): boolean {
  if (!line.includes('|') || !TABLE_RULE.test(line)) return false;
  return line.split('|').length * rows > MAX_TABLE_CELLS;
}
