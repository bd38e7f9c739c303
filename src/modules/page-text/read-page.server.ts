import { oneLine, withoutControls } from '#platform/text/clean-text.ts';
import { findArticle, isTooDeep, parsePage } from './parse-page.server.ts';

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

const isUnread = (element: Element) =>
  UNREAD.has(element.localName) ||
  isHidden(element) ||
  /display\s*:\s*none/i.test(element.getAttribute('style') ?? '');

const edgeOf = (name: string) => {
  if (BLOCKS.has(name)) return '\n';
  return CELLS.has(name) ? ' ' : '';
};

/** The words that a reader sees, a line for each paragraph. No call goes as deep as the page is nested. */
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
  return parts
    .join('')
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
};

export interface PageWords {
  title: string | null;
  /** The article of the page, or all visible text where that is far more; a line for each paragraph. */
  text: string;
  /** All visible text: a page's article may be found one day and not the next. */
  whole: string;
  /** More text than is kept: `text` ends before the page does. */
  isCut: boolean;
  /** Other pages of the same host that the page links to. */
  links: string[];
  problem: string | null;
}

const MAX_TEXT_BYTES = 200_000;
const MAX_TITLE = 300;
const MAX_LINKS = 200;
/** So short a text that speaks of JavaScript asks for it. */
const MAX_NOTICE = 300;

const NO_TEXT = 'The page has no text';
const SCRIPT_ONLY = 'The page shows its text only with JavaScript';

/** At most so many bytes, cut between two characters: a stream waits for the rest of the last one. */
const cutText = (text: string): string => {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_TEXT_BYTES) return text;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(bytes.subarray(0, MAX_TEXT_BYTES), { stream: true });
};

const linksOf = (document: Document, url: string): string[] => {
  const base = document.querySelector('base[href]')?.getAttribute('href') ?? url;
  const root = URL.canParse(base, url) ? new URL(base, url).href : url;
  const { host } = new URL(url);
  const links = new Set<string>();
  for (const link of document.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    if (!URL.canParse(href, root)) continue;
    const target = new URL(href, root);
    target.hash = '';
    if (!/^https?:$/.test(target.protocol) || target.host !== host || target.href === url) continue;
    links.add(target.href);
    if (links.size === MAX_LINKS) break;
  }
  return [...links];
};

/** Nothing where Readability gives up, as on a page of too many elements. */
const articleOf = (document: Document): string => {
  try {
    return findArticle(document, visibleText)?.content ?? '';
  } catch {
    return '';
  }
};

/** Readability leaves out most of a page that is no article, as a list of features is none. */
const isLittle = (article: string, whole: string) => article.length < whole.length / 2;

const problemOf = (whole: string, hasScript: boolean): string | null => {
  if (whole === '') return hasScript ? SCRIPT_ONLY : NO_TEXT;
  const isNotice = whole.length < MAX_NOTICE && /\bjavascript\b/i.test(whole);
  return hasScript && isNotice ? SCRIPT_ONLY : null;
};

const present = (words: Omit<PageWords, 'isCut'>): PageWords => {
  const [text, whole] = [cutText(words.text), cutText(words.whole)];
  return { ...words, text, whole, isCut: text !== words.text };
};

export const readPlain = (source: string): PageWords => {
  const text = withoutControls(source.replace(/\r\n?/g, '\n')).trim();
  const problem = text === '' ? NO_TEXT : null;
  return present({ title: null, text, whole: text, links: [], problem });
};

/** The words of a web page: its article, or all that is visible where that is far more. */
export const readHtml = (html: string, url: string): PageWords => {
  const document = parsePage(html, url);
  if (!document) return readPlain('');
  const title = oneLine(document.querySelector('title')?.textContent ?? '').slice(0, MAX_TITLE);
  const links = linksOf(document, url);
  const hasScript = document.querySelector('script') !== null;
  const whole = withoutControls(visibleText(document));
  const article = isTooDeep(html) ? '' : withoutControls(articleOf(document));
  return present({
    title: title.toWellFormed() || null,
    text: isLittle(article, whole) ? whole : article,
    whole,
    links,
    problem: problemOf(whole, hasScript),
  });
};
