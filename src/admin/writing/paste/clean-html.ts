const LEVEL = /mso-list:\s*l\d+\s+level(\d+)/i;
const NUMBER = /^\s*(?:\d+|[a-z]|[ivx]+)[.)]/i;

interface OpenList {
  level: number;
  list: Element;
}

const levelOf = (paragraph: Element): number | null => {
  const level = LEVEL.exec(paragraph.getAttribute('style') ?? '')?.[1];
  return level === undefined ? null : Number(level);
};

/** The sign that Word draws before an item; it is not part of the text. */
const takeSign = (paragraph: Element): string => {
  const signs = [...paragraph.querySelectorAll('span')].filter((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const text = signs.map((span) => span.textContent ?? '').join('');
  for (const span of signs) span.remove();
  return text;
};

/** Word writes a list as paragraphs that name their level: they become lists again. */
const unfoldWordLists = (body: HTMLElement) => {
  const { ownerDocument: document } = body;
  let open: OpenList[] = [];
  let previous: Element | null = null;
  for (const paragraph of [...body.querySelectorAll('p')]) {
    const level = levelOf(paragraph);
    if (level === null) continue;
    // Any element between two items ends the list.
    if (previous === null || paragraph.previousElementSibling !== previous) open = [];
    const tag = NUMBER.test(takeSign(paragraph)) ? 'ol' : 'ul';
    const item = document.createElement('li');
    item.append(...paragraph.childNodes);
    open = open.filter((each) => each.level <= level);
    let current = open.at(-1);
    if (!current || current.level < level) {
      const list = document.createElement(tag);
      const host: Element | null = current?.list.lastElementChild ?? null;
      if (host) host.append(list);
      else paragraph.before(list);
      current = { level, list };
      open.push(current);
    }
    current.list.append(item);
    paragraph.remove();
    previous = open.at(0)?.list ?? null;
  }
};

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
