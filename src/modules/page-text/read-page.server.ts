import { parsePage } from '#modules/outside-html/parse-page.server.ts';
import { decodeText } from '#platform/decode-text.ts';
import type { Download } from '#platform/threads.server.ts';
import { fold } from './find-quote.ts';
import type { PageText } from './page-text.server.ts';

const unreadable = (reason: string): PageText => ({ kind: 'unreadable', reason });

const BLOCKS = new Set(
  'address article aside blockquote body br caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section summary table td th tr ul'.split(
    ' ',
  ),
);
const UNREAD = new Set(
  'head title script style noscript nav template svg iframe object embed canvas audio video select textarea'.split(
    ' ',
  ),
);

const isElement = (node: Node): node is Element => node.nodeType === 1;

/** What is hidden until it is found can be found. */
const isUnread = (element: Element) =>
  UNREAD.has(element.localName) ||
  (element.hasAttribute('hidden') && element.getAttribute('hidden') !== 'until-found');

/** The words that a reader sees. No call goes as deep as the page is nested. */
const visibleText = (root: Node): string => {
  const parts: string[] = [];
  const stack: (Node | string)[] = [root];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === 'string') parts.push(next);
    else if (next.nodeType === 3) parts.push(next.nodeValue ?? '');
    else {
      if (isElement(next) && isUnread(next)) continue;
      const edge = isElement(next) && BLOCKS.has(next.localName) ? ' ' : '';
      parts.push(edge);
      stack.push(edge);
      for (const child of [...next.childNodes].reverse()) stack.push(child);
    }
  }
  return parts.join('');
};

/** So short a text that speaks of JavaScript asks for it. */
const MAX_NOTICE = 300;

/** All visible words of a web page: a page that is read for one sentence needs no article. */
const readHtml = (html: string, url: string): PageText => {
  const document = parsePage(html, url);
  const words = fold(document ? visibleText(document) : '');
  const isNotice = words.length < MAX_NOTICE && /\bjavascript\b/i.test(words);
  if (document?.querySelector('script') && (words === '' || isNotice))
    return unreadable('The page shows its text only with JavaScript');
  return words === '' ? unreadable('The page has no text') : { kind: 'readable', words };
};

/** The task of the thread. */
export const work = ({ bytes, contentType, url }: Download): PageText => {
  const source = decodeText(bytes, contentType);
  if (!/^text\/(?!html)/i.test(contentType ?? '')) return readHtml(source, url);
  const words = fold(source);
  return words === '' ? unreadable('The page has no text') : { kind: 'readable', words };
};
