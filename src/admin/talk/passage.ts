/** Words of a field, and a few around them by which they are found again. */
export interface Passage {
  quote: string;
  before: string;
  after: string;
}

const CONTEXT = 60;
const MAX_QUOTE = 1000;

const LINK_TARGET = /\]\([^)\s]*\)/g;
const LETTER = /[\p{L}\p{N}]/u;

/** Letters and digits alone, and where each stands: Markdown, line breaks and punctuation part no words. */
const fold = (text: string) => {
  const places: number[] = [];
  let folded = '';
  let at = 0;
  for (const char of text.replace(LINK_TARGET, (target) => ' '.repeat(target.length))) {
    for (const letter of LETTER.test(char) ? char.normalize('NFKC').toLowerCase() : '') {
      folded += letter;
      for (let unit = 0; unit < letter.length; unit += 1) places.push(at);
    }
    at += char.length;
  }
  return { folded, places };
};

const commonStart = (a: string, b: string): number => {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count += 1;
  return count;
};

const reversed = (text: string) => [...text].reverse().join('');

/** From and to in the text; null where the words are not there any more. Of several places the words around decide. */
export const findPassage = (
  text: string,
  { quote, before, after }: Passage,
): { from: number; to: number } | null => {
  const { folded, places } = fold(text);
  const words = fold(quote).folded;
  if (words === '') return null;
  const [wasBefore, wasAfter] = [reversed(fold(before).folded), fold(after).folded];
  const agreement = (at: number) =>
    commonStart(wasBefore, reversed(folded.slice(Math.max(0, at - CONTEXT), at))) +
    commonStart(wasAfter, folded.slice(at + words.length, at + words.length + CONTEXT));
  let best = { at: -1, agrees: -1 };
  for (let at = folded.indexOf(words); at >= 0; at = folded.indexOf(words, at + 1)) {
    const agrees = agreement(at);
    if (agrees > best.agrees) best = { at, agrees };
  }
  const [from, last] = [places[best.at], places[best.at + words.length - 1]];
  return from === undefined || last === undefined ? null : { from, to: last + 1 };
};

const cut = (text: string, from: number, to: number): Passage | null => {
  const quote = text.slice(from, to).replace(/\s+/g, ' ').trim().slice(0, MAX_QUOTE);
  if (fold(quote).folded === '') return null;
  return {
    quote,
    before: text.slice(Math.max(0, from - CONTEXT), from),
    after: text.slice(to, to + CONTEXT),
  };
};

const isTextInput = (element: Element | null): element is HTMLTextAreaElement | HTMLInputElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && element.type === 'text');

/** The text of the nodes, and in which of them each part of it stands. */
const readNodes = (root: Element) => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: { node: Node; at: number }[] = [];
  let text = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node, at: text.length });
    // Blocks stand apart, as they do on the page.
    text += `${node.textContent ?? ''} `;
  }
  return { text, nodes };
};

const surfaceOf = (field: Element) => field.querySelector('[contenteditable]') ?? field;

/** The words that are selected in a field of the form; undefined where nothing in a field is. */
export const readSelection = (): { field: string; passage: Passage | null } | undefined => {
  const { activeElement } = document;
  if (isTextInput(activeElement)) {
    const field = activeElement.closest('[data-field]')?.getAttribute('data-field');
    const { selectionStart, selectionEnd, value } = activeElement;
    return field
      ? { field, passage: cut(value, selectionStart ?? 0, selectionEnd ?? 0) }
      : undefined;
  }
  const selection = document.getSelection();
  const anchor = selection?.anchorNode?.parentElement?.closest('[data-field]');
  const field = anchor?.getAttribute('data-field');
  if (!selection || selection.rangeCount === 0 || !anchor || !field) return undefined;
  const range = selection.getRangeAt(0);
  const { text, nodes } = readNodes(surfaceOf(anchor));
  const inside = nodes.filter(({ node }) => range.intersectsNode(node));
  const [first, last] = [inside[0], inside.at(-1)];
  if (selection.isCollapsed || !first || !last) return { field, passage: null };
  // A selection may begin and end between nodes, as that of a whole paragraph does.
  const from = first.at + (first.node === range.startContainer ? range.startOffset : 0);
  const isEnd = last.node === range.endContainer;
  const to = last.at + (isEnd ? range.endOffset : (last.node.textContent?.length ?? 0));
  return { field, passage: cut(text, from, to) };
};

/** Selects the passage in its field; false where it is not on the screen. */
export const showPassage = (fieldName: string, passage: Passage): boolean => {
  const field = document.querySelector(`[role="dialog"] [data-field="${CSS.escape(fieldName)}"]`);
  if (!field) return false;
  const surface = surfaceOf(field);
  const input = surface === field ? field.querySelector('textarea, input[type="text"]') : null;
  field.scrollIntoView({ block: 'center' });
  if (isTextInput(input)) {
    const found = findPassage(input.value, passage);
    input.focus();
    if (found) input.setSelectionRange(found.from, found.to);
    return found !== null;
  }
  const { text, nodes } = readNodes(surface);
  const found = findPassage(text, passage);
  if (!found) return false;
  const nodeAt = (place: number) => nodes.findLast(({ at }) => at <= place);
  const [start, end] = [nodeAt(found.from), nodeAt(found.to - 1)];
  if (!start || !end) return false;
  if (surface instanceof HTMLElement) surface.focus({ preventScroll: true });
  const range = document.createRange();
  range.setStart(start.node, found.from - start.at);
  range.setEnd(end.node, found.to - end.at);
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  start.node.parentElement?.scrollIntoView({ block: 'center' });
  return true;
};
