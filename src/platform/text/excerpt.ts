const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
};

/** Characters that the author protected are parked in a private range, so that no rule sees them. */
const PARK = 0xe000;

/** A text without any of these is plain as it is: marks of lines stand at the start of one. */
const MAY_BE_MARK = /[\\`*_~[\]<&|\n\r\ue020-\ue07e]|^[ \t]*(?:[#>=+:-]|\d)/;

/**
 * The plain words of a markdown text, whitespace folded. Every expression here is linear: a rule
 * stops at the next mark of its own kind and never looks back over the text.
 */
export function stripMarks(markdown: string | null | undefined): string {
  if (!markdown) return '';
  if (!MAY_BE_MARK.test(markdown)) return markdown.replace(/\s+/g, ' ').trim();
  let text = stripLineMarks(parkProtected(markdown))
    .replace(/!\[([^[\]]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g, '$1')
    .replace(/\[\^[^[\]\s]+\]/g, '')
    .replace(/\[([^[\]]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g, '$1')
    .replace(/\[([^[\]]+)\]\[[^[\]]*\]/g, '$1')
    .replace(/<((?:https?|mailto):[^<>\s]*)>/g, '$1');
  // Three rounds, since emphasis may lie in emphasis: **bold with *italic* inside**.
  for (let round = 0; round < 3; round += 1) {
    text = text
      .replace(/(\*{1,3})(?=\S)([^*]*[^*\s])\1/g, '$2')
      .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)([^_]*[^_\s])\1(?![\p{L}\p{N}_])/gu, '$2')
      .replace(/~~(?=\S)([^~]*[^~\s])~~/g, '$1');
  }
  return text
    .replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_all, name: string) => ENTITIES[name] ?? '')
    .replace(/[\ue020-\ue07e]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - PARK))
    .replace(/\s+/g, ' ')
    .trim();
}

/** At most the first `length` characters of the plain words, with '...' only when something was cut (P3.03). */
export function excerpt(markdown: string | null | undefined, length: number): string {
  return cutText(stripMarks(markdown), length);
}

/** Cut after the last whole word within `length` characters, or at the number where there is no space. */
export function cutText(text: string, length: number, ellipsis = '...'): string {
  if (text.length <= length) return text;
  // Counted in code points, so that an emoji is never cut in half.
  const points = Array.from(text.slice(0, length * 2 + 2));
  if (points.length <= length) return text;
  const start = points.slice(0, length).join('');
  const end = points[length] === ' ' ? start.length : start.lastIndexOf(' ');
  return `${(end > 0 ? start.slice(0, end) : start).trimEnd()}${ellipsis}`;
}

function park(text: string): string {
  return text.replace(/[!-~]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) + PARK));
}

/** Backslash escapes and inline code keep their characters as they are. */
function parkProtected(markdown: string): string {
  return markdown
    .replace(/\\([!-/:-@[-`{-~])/g, (_all, mark: string) => park(mark))
    .replace(/(?<!`)(`{1,2})(?!`)([^`\n]+)\1(?!`)/g, (_all, _tick, code: string) => park(code));
}

function stripLineMarks(markdown: string): string {
  return (
    markdown
      .replace(/\r\n?/g, '\n')
      // Link and footnote definitions, code fences, rules and underlines of headings, table rules.
      .replace(/^[ \t]*\[[^[\]\n]+\]:[ \t]*\S+.*$/gm, '')
      .replace(/^[ \t]*(?:`{3,}|~{3,})[^`\n]*$/gm, '')
      .replace(/^[ \t]*(?:=+[ \t]*|[-*_](?:[ \t]*[-*_])+[ \t]*|(?:\|[ \t]*)?:?-[-:| \t]*)$/gm, '')
      // Markers of callouts, and cards of items.
      .replace(/^[ \t>]*(?:\[![a-z]{3,9}\]|:::(?:[a-z]{2,20}[ \t]+[a-z\d-]+)?)[ \t]*$/gim, '')
      .replace(/^[ \t]*(?:>[ \t]?)+/gm, '')
      .replace(/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, '')
      .replace(/^[ \t]*#{1,6}(?:[ \t].*)?$/gm, (line) =>
        line.replace(/^[ \t]*#+/, '').replace(/[ \t]#+[ \t]*$/, ''),
      )
      .replace(/^[ \t]*\|.*$/gm, (row) => row.replace(/\|/g, ' '))
  );
}
