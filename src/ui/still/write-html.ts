import { Fragment, isValidElement, type ReactNode } from 'react';
import { writeAttribute } from './attributes.ts';
import { escapeHtml } from './escape-html.ts';
import { UNWRITABLE } from './unwritable.ts';

type Props = Record<string, unknown>;

const EMPTY = /* @__PURE__ */ new Set(['br', 'hr', 'img', 'input', 'source', 'wbr']);
/** React treats these in a way of its own; it also moves some of them into the head. */
const LEFT_TO_REACT =
  /^(?:html|head|body|title|meta|link|base|script|style|template|textarea|pre|listing|noscript|object|iframe|menuitem|video|audio)$|-/;

/** What is written so far; one text that grows leaves less garbage than many that are put together. */
let out = '';
/** Two texts in a row are told apart by a comment, for the browser joins them. */
let isAfterText = false;
/** What the select around an option has chosen. */
let chosen: unknown;

interface Ends {
  start: string;
  end: string;
}

const ends = /* @__PURE__ */ new Map<string, Ends>();

const learnEnds = (type: string): Ends => {
  if (LEFT_TO_REACT.test(type)) throw UNWRITABLE;
  const isEmpty = EMPTY.has(type);
  const learned = { start: `<${type}`, end: isEmpty ? '' : `</${type}>` };
  ends.set(type, learned);
  return learned;
};

const writeText = (text: string) => {
  if (text === '') return;
  if (isAfterText) out += '<!-- -->';
  isAfterText = true;
  out += escapeHtml(text);
};

const isChosen = ({ value }: Props): boolean => {
  if (chosen === undefined) return false;
  // Without a value an option's text counts, and a list may choose several.
  if (typeof value !== 'string' || Array.isArray(chosen)) throw UNWRITABLE;
  return String(chosen) === value;
};

const writeTag = (type: string, props: Props) => {
  const { start, end } = ends.get(type) ?? learnEnds(type);
  let tag = start;
  for (const name in props) if (name !== 'children') tag += writeAttribute(name, props[name]);
  if (type === 'option' && isChosen(props)) tag += ' selected=""';
  isAfterText = false;
  if (end === '') {
    out += `${tag}/>`;
    return;
  }
  out += `${tag}>`;
  const raw = props.dangerouslySetInnerHTML as { __html?: string } | undefined;
  if (raw) out += raw.__html ?? '';
  else write(props.children as ReactNode);
  out += end;
  isAfterText = false;
};

const isPlainComponent = (type: unknown): type is (props: Props) => ReactNode =>
  typeof type === 'function' && !type.prototype?.isReactComponent;

const writeSelect = ({ value, defaultValue, ...rest }: Props) => {
  const outer = chosen;
  chosen = value ?? defaultValue;
  try {
    writeTag('select', rest);
  } finally {
    chosen = outer;
  }
};

const writeElement = (type: unknown, props: Props) => {
  if (type === 'select') writeSelect(props);
  else if (typeof type === 'string') writeTag(type, props);
  else if (type === Fragment) write(props.children as ReactNode);
  // Memos, contexts, boundaries and classes are not.
  else if (isPlainComponent(type)) write(type(props));
  else throw UNWRITABLE;
};

const write = (node: ReactNode) => {
  if (typeof node === 'string') writeText(node);
  else if (node === null || node === undefined || typeof node === 'boolean') return;
  else if (Array.isArray(node)) for (const child of node) write(child);
  else if (isValidElement<Props>(node)) writeElement(node.type, node.props);
  else if (typeof node === 'number') writeText(String(node));
  else throw UNWRITABLE;
};

/**
 * The HTML that React's server would write for these nodes, several times quicker, or null where only React can.
 * Components are called as they are: their hooks then belong to the component that is being rendered, which does no
 * harm on a server, where each is rendered once. Only `useId` would count otherwise than in the browser.
 */
export const writeHtml = (node: ReactNode): string | null => {
  const outer = { out, isAfterText, chosen };
  out = '';
  isAfterText = false;
  chosen = undefined;
  try {
    write(node);
    return out;
  } catch (error) {
    if (error === UNWRITABLE) return null;
    throw error;
  } finally {
    ({ out, isAfterText, chosen } = outer);
  }
};
