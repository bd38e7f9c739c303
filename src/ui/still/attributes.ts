import { escapeHtml } from './escape-html.ts';
import { UNWRITABLE } from './unwritable.ts';

/** The text of an attribute with this value, '' for none. */
type WriteAttribute = (value: unknown) => string;

const wordsOf = (text: string) => text.trim().split(/\s+/);

const NOT_WRITTEN = 'children dangerouslySetInnerHTML ref suppressHydrationWarning';
const FLAGS = 'disabled hidden noValidate open readOnly required reversed';
const AS_NAMED = `autoComplete colSpan dateTime enterKeyHint fetchPriority inputMode maxLength minLength popoverTarget
  srcSet viewBox`;
/** React has rules of its own for these. */
const LEFT_TO_REACT = `async autoFocus capture cols controls data default defer download inert is loop multiple muted rows
  selected size span start`;
/** Written otherwise than they are named. */
const RENAMED = {
  className: 'class',
  htmlFor: 'for',
  tabIndex: 'tabindex',
  crossOrigin: 'crossorigin',
  strokeWidth: 'stroke-width',
};
const PLAIN_NAME = /^[a-z]+[0-9]?$/;
const TELLS_STATE = /^(?:aria|data)-[a-z-]+$/;

/** A browser overlooks control characters here. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what an attack would use
const MAY_BE_SCRIPT = /^[\u0000- ]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t/i;

const leaveToReact: WriteAttribute = () => {
  throw UNWRITABLE;
};
const writeText =
  (name: string): WriteAttribute =>
  (value) =>
    typeof value === 'boolean' ? '' : ` ${name}="${escapeHtml(String(value))}"`;
const writeState =
  (name: string): WriteAttribute =>
  (value) =>
    ` ${name}="${escapeHtml(String(value))}"`;
const writeFlag =
  (name: string): WriteAttribute =>
  (value) =>
    value ? ` ${name}=""` : '';
const writeAddress =
  (name: string): WriteAttribute =>
  (value) => {
    if (typeof value !== 'string' || value === '' || MAY_BE_SCRIPT.test(value)) throw UNWRITABLE;
    return ` ${name}="${escapeHtml(value)}"`;
  };

const hyphenated = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const writeStyle: WriteAttribute = (style) => {
  const rules = Object.entries(style as object).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === '') return [];
    const isOwn = name.startsWith('--');
    // Of other numbers React knows which take a unit.
    if (!isOwn && typeof value !== 'string') throw UNWRITABLE;
    return [`${escapeHtml(isOwn ? name : hyphenated(name))}:${escapeHtml(String(value).trim())}`];
  });
  return rules.length === 0 ? '' : ` style="${rules.join(';')}"`;
};

const makeWriters = (): Map<string, WriteAttribute> => {
  const made = new Map<string, WriteAttribute>([
    ['action', writeAddress('action')],
    ['href', writeAddress('href')],
    ['src', writeAddress('src')],
    ['style', writeStyle],
    ['value', writeState('value')],
    ['defaultValue', writeState('value')],
    ['checked', writeFlag('checked')],
    ['defaultChecked', writeFlag('checked')],
  ]);
  for (const name of wordsOf(NOT_WRITTEN)) made.set(name, () => '');
  for (const name of wordsOf(FLAGS)) made.set(name, writeFlag(name));
  for (const name of wordsOf(AS_NAMED)) made.set(name, writeText(name));
  for (const name of wordsOf(LEFT_TO_REACT)) made.set(name, leaveToReact);
  for (const [name, written] of Object.entries(RENAMED)) made.set(name, writeText(written));
  return made;
};

const writers = /* @__PURE__ */ makeWriters();

/** Names are few; those that this file does not spell are judged once each. */
const learn = (name: string): WriteAttribute => {
  const writer = TELLS_STATE.test(name)
    ? writeState(name)
    : PLAIN_NAME.test(name)
      ? writeText(name)
      : leaveToReact;
  writers.set(name, writer);
  return writer;
};

const LISTENER = /^(?:on[A-Z]|ref$)/;

export const writeAttribute = (name: string, value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'function') return (writers.get(name) ?? learn(name))(value);
  // Of any other function React makes something of its own, as of the action of a form.
  if (!LISTENER.test(name)) throw UNWRITABLE;
  return '';
};
