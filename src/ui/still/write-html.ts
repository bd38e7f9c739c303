import { Fragment, isValidElement, type ReactNode } from 'react';
import { writeAttribute } from './attributes.ts';
import { escapeHtml } from './escape-html.ts';
import type { FixedComponent } from './fixed.ts';
import { inOnePiece } from './in-one-piece.ts';
import { UNWRITABLE } from './unwritable.ts';

type Props = Record<string, unknown>;

const VOID = /^(?:area|br|col|embed|hr|img|input|param|source|track|wbr)$/;
/** React treats these in a way of its own; it also moves some of them into the head. */
const LEFT_TO_REACT =
  /^(?:html|head|body|title|meta|link|base|script|style|template|textarea|pre|listing|noscript|object|iframe|menuitem|video|audio)$|-/;

/** What is written so far; one text that grows leaves less garbage than many that are put together. */
let out = '';
/** Two texts in a row are told apart by a comment, for the browser joins them. */
let isAfterText = false;
/** What the select around an option has chosen. */
let chosen: unknown;

/** The first tag of an element, open for more attributes and closed. */
interface FirstTag {
  open: string;
  closed: string;
}

interface Tags {
  /** By class: there are few, and long ones. */
  first: Map<string | undefined, FirstTag>;
  /** Void elements have none. */
  last: string;
}

const known = /* @__PURE__ */ new Map<string, Tags>();
const MAX_CLASSES = 500;

const learnTags = (type: string): Tags => {
  if (LEFT_TO_REACT.test(type)) throw UNWRITABLE;
  const tags = { first: new Map(), last: VOID.test(type) ? '' : `</${type}>` };
  known.set(type, tags);
  return tags;
};

const learnFirst = (type: string, { first, last }: Tags, className?: string): FirstTag => {
  const open = `<${type}${className === undefined ? '' : ` class="${escapeHtml(className)}"`}`;
  const tag = { open: inOnePiece(open), closed: inOnePiece(`${open}${last === '' ? '/>' : '>'}`) };
  if (first.size < MAX_CLASSES) first.set(className, tag);
  return tag;
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

/** Everything but the class, which the first tag holds. */
const writeMore = (type: string, props: Props): string => {
  let more = '';
  for (const name in props) {
    if (name !== 'children' && name !== 'className') more += writeAttribute(name, props[name]);
  }
  return type === 'option' && isChosen(props) ? `${more} selected=""` : more;
};

const writeTag = (type: string, props: Props) => {
  const { className, dangerouslySetInnerHTML: raw, children } = props;
  if (className !== undefined && typeof className !== 'string') throw UNWRITABLE;
  const tags = known.get(type) ?? learnTags(type);
  const first = tags.first.get(className) ?? learnFirst(type, tags, className);
  const more = writeMore(type, props);
  isAfterText = false;
  if (more === '') out += first.closed;
  else out += tags.last === '' ? `${first.open}${more}/>` : `${first.open}${more}>`;
  if (tags.last === '') return;
  if (raw) out += (raw as { __html?: string }).__html ?? '';
  else write(children as ReactNode);
  out += tags.last;
  isAfterText = false;
};

const fixedHtml = /* @__PURE__ */ new Map<unknown, string>();

const writeFixed = (component: FixedComponent) => {
  const html = fixedHtml.get(component) ?? inOnePiece(writeHtml(component()));
  if (html === null) throw UNWRITABLE;
  fixedHtml.set(component, html);
  out += html;
  isAfterText = false;
};

const isFixed = (type: unknown): type is FixedComponent =>
  typeof type === 'function' && 'isFixed' in type;

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
  else if (isFixed(type)) writeFixed(type);
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
 * The HTML that React's server would write for these nodes, in less time, or null where only React can.
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
