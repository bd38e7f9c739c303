import { parseHTML } from 'linkedom';

/** A page of more than these is parsed by nobody: the parser keeps a node for each. */
const MAX_MARKS = 60_000;
const TOO_MUCH = 'The page has more markup than is read';
const MAX_NESTING = 64;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|td|th|tr)$/;
/** Their text is no markup. */
const RAW = /^(?:script|style|textarea|title)$/;

/** Whether a text has more tags and entities than a person writes. */
export const hasTooMuchMarkup = (html: string): boolean =>
  html.replace(/[^<&]+/g, '').length > MAX_MARKS;

/** Text that deep is nested by a machine, not by an author: it has no structure worth keeping. */
export const isTooDeep = (html: string): boolean => {
  const open: string[] = [];
  let raw: string | undefined;
  for (const part of html.split('<').slice(1)) {
    const [, close, written = ''] = /^(\/?)([a-z][a-z0-9]{0,30})/i.exec(part) ?? [];
    const name = written.toLowerCase();
    if (close && name === raw) raw = undefined;
    const isEmpty = VOID.test(name) || part[part.indexOf('>') - 1] === '/';
    if (raw !== undefined || name === '' || isEmpty) continue;
    const begun = open.lastIndexOf(name);
    if (close && begun !== -1) open.length = begun;
    if (close) continue;
    if (RAW.test(name)) raw = name;
    else open.push(name);
    if (open.length > MAX_NESTING) return true;
  }
  return false;
};

/** The words of a text whose markup is not parsed. */
export const withoutTags = (html: string): string => html.replace(/<[^<>]*>/g, ' ');

/** A linkedom document has all that Readability asks of one, under a type of its own. */
const isDocument = (made: object): made is Document => 'createTreeWalker' in made;

/** The parser adds no element that an author left out. */
const withBody = (html: string) =>
  /<html[\s>]/i.test(html) ? html : `<html><head></head><body>${html}</body></html>`;

const HIDDEN = /display\s{0,9}:\s{0,9}none/i;

/** Of styles only what hides an element is of use, and the parser reads long ones over and over. */
const replaceStyles = (document: Document) => {
  for (const element of document.querySelectorAll('[style]')) {
    const style = element.getAttribute('style')?.slice(0, 1000) ?? '';
    element.removeAttribute('style');
    if (HIDDEN.test(style)) element.setAttribute('hidden', '');
  }
};

/** A fetched page whose relative addresses lead to its host; throws where that would take too much. */
export const parsePage = (html: string, url: string): Document | null => {
  if (hasTooMuchMarkup(html)) throw new Error(TOO_MUCH);
  const { document } = parseHTML(withBody(isTooDeep(html) ? withoutTags(html) : html));
  if (!isDocument(document)) return null;
  replaceStyles(document);
  const base = document.createElement('base');
  base.setAttribute('href', url);
  document.head?.append(base);
  return document;
};
