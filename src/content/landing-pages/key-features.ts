import { stripMarks } from '#platform/text/excerpt.ts';

export interface KeyFeatures {
  /** The content up to the key features, and from the next heading on. */
  before: string;
  after: string;
  /** The lines under the heading that start with '- ', as plain words (P15.08). */
  features: string[];
  /** The rest of that part as markdown, so that no text of an editor is lost. */
  notes: string;
}

const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const KEY_FEATURES = /^ {0,3}#{1,6}[ \t]+\**Key Features to Look For:?\**:?[ \t]*#*[ \t]*$/i;
const FENCE = /^ {0,3}(?:```|~~~)/;

/**
 * Takes the 'Key Features to Look For' part out of a landing page's content (P15.09): it ends at the
 * next heading. Without that heading, or without any '- ' line under it, the content stays whole.
 */
export function splitKeyFeatures(content: string | null | undefined): KeyFeatures {
  const text = content ?? '';
  const whole = { before: text, after: '', features: [], notes: '' };
  const lines = text.split(/\r\n|\r|\n/);
  const headings = findHeadings(lines);
  const start = headings.find((index) => KEY_FEATURES.test(lines[index] ?? ''));
  if (start === undefined) return whole;
  const end = headings.find((index) => index > start) ?? lines.length;
  const { features, notes } = readPart(lines.slice(start + 1, end));
  if (features.length === 0) return whole;
  return {
    before: lines.slice(0, start).join('\n').trim(),
    after: lines.slice(end).join('\n').trim(),
    features,
    notes,
  };
}

/** A '#' in a code block is no heading. */
function findHeadings(lines: string[]): number[] {
  const headings: number[] = [];
  let isCode = false;
  for (const [index, line] of lines.entries()) {
    if (FENCE.test(line)) isCode = !isCode;
    else if (!isCode && HEADING.test(line)) headings.push(index);
  }
  return headings;
}

function readPart(lines: string[]): { features: string[]; notes: string } {
  const items: string[] = [];
  const notes: string[] = [];
  let isItem = false;
  for (const line of lines) {
    const item = /^- (.*)$/.exec(line);
    if (item) items.push(item[1] ?? '');
    // A line indented under an item goes on with it.
    else if (isItem && /^[ \t]+\S/.test(line)) items.push(`${items.pop() ?? ''}\n${line.trim()}`);
    else notes.push(line);
    isItem = items.length > 0 && (item !== null || (isItem && line.trim() !== ''));
  }
  return {
    features: items.map((item) => stripMarks(item)).filter((item) => item !== ''),
    notes: notes.join('\n').trim(),
  };
}
