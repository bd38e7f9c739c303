import { fold } from './find-quote.ts';
import { parsePage } from './parse-page.server.ts';

const BLOCKS = new Set(
  'address article aside blockquote body br caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section summary table tr ul'.split(
    ' ',
  ),
);
const CELLS = new Set(['td', 'th']);
const UNREAD = new Set(
  'head title script style noscript nav template svg iframe object embed canvas audio video select textarea'.split(
    ' ',
  ),
);

const isElement = (node: Node): node is Element => node.nodeType === 1;
const isText = (node: Node) => node.nodeType === 3;

/** A text that is hidden until it is found can be found. */
const isHidden = (element: Element) =>
  element.hasAttribute('hidden') && element.getAttribute('hidden') !== 'until-found';

const isUnread = (element: Element) => UNREAD.has(element.localName) || isHidden(element);

const edgeOf = (name: string) => {
  if (BLOCKS.has(name)) return '\n';
  return CELLS.has(name) ? ' ' : '';
};

/** The words that a reader sees. No call goes as deep as the page is nested. */
const visibleText = (root: Node): string => {
  const parts: string[] = [];
  const stack: (Node | string)[] = [root];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === 'string') parts.push(next);
    else if (isText(next)) parts.push((next.nodeValue ?? '').replace(/[ \t\r\n\f]+/g, ' '));
    else {
      if (isElement(next) && isUnread(next)) continue;
      const edge = isElement(next) ? edgeOf(next.localName) : '';
      parts.push(edge);
      stack.push(edge);
      for (const child of [...next.childNodes].reverse()) stack.push(child);
    }
  }
  return parts.join('');
};

export interface PageWords {
  /** Folded. */
  words: string;
  problem: string | null;
}

/** So short a text that speaks of JavaScript asks for it. */
const MAX_NOTICE = 300;

const NO_TEXT = 'The page has no text';
const SCRIPT_ONLY = 'The page shows its text only with JavaScript';

const problemOf = (words: string, hasScript: boolean): string | null => {
  if (words === '') return hasScript ? SCRIPT_ONLY : NO_TEXT;
  const isNotice = words.length < MAX_NOTICE && /\bjavascript\b/i.test(words);
  return hasScript && isNotice ? SCRIPT_ONLY : null;
};

const present = (text: string, hasScript: boolean): PageWords => {
  const words = fold(text);
  return { words, problem: problemOf(words, hasScript) };
};

export const readPlain = (source: string): PageWords => present(source, false);

/** All visible words of a web page: a page that is read for one sentence needs no article. */
export const readHtml = (html: string, url: string): PageWords => {
  const document = parsePage(html, url);
  if (!document) return readPlain('');
  return present(visibleText(document), document.querySelector('script') !== null);
};
