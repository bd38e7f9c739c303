import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

const MAX_ELEMENTS = 30_000;

/** A linkedom document has all that Readability asks of one, under a type of its own. */
const isDocument = (made: object): made is Document => 'createTreeWalker' in made;

/** The parser adds no element that an author left out. */
const withBody = (html: string) =>
  /<html[\s>]/i.test(html) ? html : `<html><head></head><body>${html}</body></html>`;

/** A fetched page whose relative addresses lead to its host. */
export const parsePage = (html: string, url: string): Document | null => {
  const { document } = parseHTML(withBody(html));
  if (!isDocument(document)) return null;
  const base = document.createElement('base');
  base.setAttribute('href', url);
  document.head?.append(base);
  return document;
};

/** The article of a page, without its boilerplate. It takes the document apart. */
export const findArticle = <Content>(document: Document, serializer: (node: Node) => Content) =>
  new Readability(document, { maxElemsToParse: MAX_ELEMENTS, serializer }).parse();

const MAX_NESTING = 400;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|td|th|tr)$/i;

/** Text that deep is nested by a machine, not by an author: it has no structure worth keeping. */
export const isTooDeep = (html: string): boolean => {
  let depth = 0;
  for (const [tag, close, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^<>]*>/gi)) {
    if (VOID.test(name) || tag.endsWith('/>')) continue;
    depth = close ? Math.max(0, depth - 1) : depth + 1;
    if (depth > MAX_NESTING) return true;
  }
  return false;
};
