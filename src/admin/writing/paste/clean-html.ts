import { unfoldWordLists } from './word-lists.ts';

/** Elements that are not text. */
const FURNITURE =
  'script, style, nav, form, button, svg, iframe, noscript, template, meta, link, [hidden]';
const BLOCK = 'p, div, ul, ol, li, h1, h2, h3, h4, h5, h6, blockquote, pre, br, table, tr, td, th';

/** A Markdown cell has one line of words: its blocks are put side by side. */
const flattenCell = (cell: Element) => {
  for (const block of cell.querySelectorAll(BLOCK)) {
    block.after(' ');
    block.replaceWith(...block.childNodes);
  }
};

const isFirstRow = (cell: Element) =>
  cell.closest('table')?.querySelector('tr') === cell.parentElement;

/** Markdown joins no cells, and the first row is the head. */
const plainCell = (cell: Element) => {
  const { ownerDocument: document } = cell;
  const made = document.createElement(isFirstRow(cell) ? 'th' : 'td');
  made.append(...cell.childNodes);
  const spare = Math.min(Number(cell.getAttribute('colspan')) || 1, 50) - 1;
  const blanks = Array.from({ length: spare }, () => document.createElement(made.localName));
  cell.replaceWith(made, ...blanks);
};

/** Google Docs sends every reader past a page of its own. */
const directHref = (href: string): string => {
  if (!URL.canParse(href)) return href;
  const { hostname, pathname, searchParams } = new URL(href);
  const isDetour = hostname === 'www.google.com' && pathname === '/url';
  return (isDetour && searchParams.get('q')) || href;
};

const isBlank = (element: Element) =>
  (element.textContent ?? '').trim() === '' && !element.querySelector('img, hr');

/** The page's policy would report handlers even where nothing runs. */
const withoutHandlers = (html: string): string =>
  html.replace(/<[^<>]+>/g, (tag) =>
    tag.replace(/\son\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, ''),
  );

/** Clipboard HTML of Word, Google Docs and web pages, so that the editor's schema finds its structure. */
export const cleanHtml = (html: string): string => {
  // Copied here: it is as the schema has it.
  if (html.includes('data-pm-slice')) return html;
  const { body } = new DOMParser().parseFromString(
    withoutHandlers(html).replace(/\u00a0|&nbsp;/g, ' '),
    'text/html',
  );
  for (const part of body.querySelectorAll(FURNITURE)) part.remove();
  unfoldWordLists(body);
  for (const title of body.querySelectorAll('p.MsoTitle')) {
    const heading = body.ownerDocument.createElement('h1');
    heading.append(...title.childNodes);
    title.replaceWith(heading);
  }
  for (const inner of body.querySelectorAll('table table'))
    inner.replaceWith(inner.textContent ?? '');
  for (const cell of body.querySelectorAll('td, th')) flattenCell(cell);
  for (const cell of body.querySelectorAll('td, th')) plainCell(cell);
  for (const link of body.querySelectorAll('a[href]')) {
    link.setAttribute('href', directHref(link.getAttribute('href') ?? ''));
  }
  for (const block of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    if (isBlank(block)) block.remove();
  }
  return body.innerHTML;
};
