/** Words of a field, and a few around them by which they are found again. */
export interface Passage {
  quote: string;
  before: string;
  after: string;
}

const CONTEXT = 60;
const MAX_QUOTE = 1000;
/** Letters on each side by which an edited passage is found. */
const ANCHOR = 20;
/** A shorter quote stands in many places: it is only the one that was meant where this many letters around it agree. */
const SHORT = 20;
const AGREEING = 3;

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

/** The text between the words that stood around it; an end without words is the end of the text. */
const findBetween = (folded: string, head: string, tail: string, longest: number) => {
  for (let at = folded.indexOf(head); at >= 0; at = folded.indexOf(head, at + 1)) {
    const from = at + head.length;
    const to = tail === '' ? folded.length : folded.indexOf(tail, from);
    if (to > from && to - from <= longest) return { from, to };
    if (head === '') return null;
  }
  return null;
};

interface Found {
  from: number;
  to: number;
  /** The words are others by now, in the same place. */
  isEdited: boolean;
}

/** From and to in the text; null where the passage is not there any more. Of several places the words around decide. */
export const findPassage = (text: string, { quote, before, after }: Passage): Found | null => {
  const { folded, places } = fold(text);
  const words = fold(quote).folded;
  if (words === '') return null;
  const [wasBefore, wasAfter] = [reversed(fold(before).folded), fold(after).folded];
  const agreement = (at: number) =>
    commonStart(wasBefore, reversed(folded.slice(Math.max(0, at - CONTEXT), at))) +
    commonStart(wasAfter, folded.slice(at + words.length, at + words.length + CONTEXT));
  const needed = words.length < SHORT ? Math.min(AGREEING, wasBefore.length + wasAfter.length) : 0;
  let best = { at: -1, agrees: needed - 1 };
  for (let at = folded.indexOf(words); at >= 0; at = folded.indexOf(words, at + 1)) {
    const agrees = agreement(at);
    if (agrees > best.agrees) best = { at, agrees };
  }
  const isEdited = best.at < 0;
  const [head, tail] = [reversed(wasBefore.slice(0, ANCHOR)), wasAfter.slice(0, ANCHOR)];
  const place = isEdited
    ? findBetween(folded, head, tail, 2 * words.length)
    : { from: best.at, to: best.at + words.length };
  const [from, last] = place ? [places[place.from], places[place.to - 1]] : [];
  return from === undefined || last === undefined ? null : { from, to: last + 1, isEdited };
};

/** All words of a value, also of a list and of rows. */
export const wordsOf = (value: unknown): string => {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).map(wordsOf).join('\n');
  return typeof value === 'string' ? value : '';
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

const inputsIn = (field: Element) =>
  [...field.querySelectorAll('textarea, input')].filter(isTextInput);

/** Where the words of a field stand as text: formatted, or only read. Those of an input do not. */
const surfacesIn = (field: Element): Element[] => {
  const surfaces = [...field.querySelectorAll('[role="textbox"]')];
  return surfaces.length > 0 || inputsIn(field).length > 0 ? surfaces : [field];
};

const BLOCK = 'p, li, h1, h2, h3, h4, h5, h6, pre, td, th, blockquote, div, section';

/** The text of the nodes, and in which of them each part of it stands. */
const readNodes = (root: Element) => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT + NodeFilter.SHOW_ELEMENT);
  const nodes: { node: Node; at: number }[] = [];
  let text = '';
  let block: Element | null = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof HTMLBRElement) text += ' ';
    if (node instanceof Element) continue;
    const own = node.parentElement?.closest(BLOCK) ?? null;
    // Blocks stand apart, as they do on the page; a link or a bold word in one of them does not.
    if (own !== block) text += ' ';
    block = own;
    nodes.push({ node, at: text.length });
    text += node.textContent ?? '';
  }
  return { text, nodes };
};

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
  const start = selection?.anchorNode;
  const anchor = (start instanceof Element ? start : start?.parentElement)?.closest('[data-field]');
  const field = anchor?.getAttribute('data-field');
  if (!selection || selection.rangeCount === 0 || !anchor || !field) return undefined;
  const range = selection.getRangeAt(0);
  const surface = surfacesIn(anchor).find((one) => one.contains(start ?? null));
  const { text, nodes } = surface ? readNodes(surface) : { text: '', nodes: [] };
  const inside = nodes.filter(({ node }) => range.intersectsNode(node));
  const [first, last] = [inside[0], inside.at(-1)];
  if (selection.isCollapsed || !first || !last) return { field, passage: null };
  // A selection may begin and end between nodes, as that of a whole paragraph does.
  const from = first.at + (first.node === range.startContainer ? range.startOffset : 0);
  const isEnd = last.node === range.endContainer;
  const to = last.at + (isEnd ? range.endOffset : (last.node.textContent?.length ?? 0));
  return { field, passage: cut(text, from, to) };
};

const fieldNamed = (name: string) =>
  document.querySelector(`form [data-field="${CSS.escape(name)}"]`);

/** Where the passage stands in a text on the screen; null in an input, whose words no range reaches. */
export const rangeOf = (fieldName: string, passage: Passage): Range | null => {
  const field = fieldNamed(fieldName);
  for (const surface of field ? surfacesIn(field) : []) {
    const { text, nodes } = readNodes(surface);
    const found = findPassage(text, passage);
    const nodeAt = (place: number) => nodes.findLast(({ at }) => at <= place);
    const [start, end] = found ? [nodeAt(found.from), nodeAt(found.to - 1)] : [];
    if (!found || !start || !end) continue;
    const range = document.createRange();
    range.setStart(start.node, found.from - start.at);
    range.setEnd(end.node, found.to - end.at);
    return range;
  }
  return null;
};

/** Selects the passage in its field; false where it is not on the screen. */
export const showPassage = (fieldName: string, passage: Passage): boolean => {
  const field = fieldNamed(fieldName);
  if (!field) return false;
  const texts = surfacesIn(field).length > 0 ? [] : inputsIn(field);
  const input =
    texts.find(({ value }) => findPassage(value, passage)?.isEdited === false) ?? texts[0];
  field.scrollIntoView({ block: 'center' });
  if (input) {
    const found = findPassage(input.value, passage);
    input.focus();
    if (found) input.setSelectionRange(found.from, found.to);
    return found !== null;
  }
  const range = rangeOf(fieldName, passage);
  const place = range?.startContainer.parentElement;
  if (!range || !place) return false;
  place.closest<HTMLElement>('[role="textbox"]')?.focus({ preventScroll: true });
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  place.scrollIntoView({ block: 'center' });
  return true;
};
