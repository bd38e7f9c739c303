import { rehype } from 'rehype';
import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import remarkRehype from 'remark-rehype';
import { isFromHosts, isOwnApiCall, isSafeLink } from '#platform/safe-link.ts';
import { CALLOUTS } from '#platform/text/blocks.ts';
import { showHtmlAsText } from '#platform/text/html-as-text.ts';
import { isWithinBounds } from '#platform/text/markdown-bounds.ts';
import { slugify } from '#platform/text/slugify.ts';
import { typeset } from '#platform/text/typeset.ts';
import { toPlainHtml } from './plain-html.ts';
import {
  asFragment,
  fillCards,
  type HtmlContent,
  type HtmlElement,
  type HtmlTree,
  makeElement,
  makeText,
  markBlocks,
  showLineEnds,
  showVideo,
  type TextCards,
  textOf,
} from './text-blocks.server.ts';

export interface MarkdownOptions {
  /** Adds the site's own links to the sanitised tree, in place. */
  addLinks?: ((tree: HtmlTree) => void) | undefined;
  /** Where pictures may come from besides our own files. */
  imageHosts?: readonly string[] | undefined;
  /** Items that the text shows as cards, and that readers may see. */
  cards?: TextCards | undefined;
  /** Our own address: links and pictures that call its API are left out. */
  siteUrl?: string | undefined;
}

/** Only elements of markdown itself, and nothing that an author names freely. */
const SCHEMA: Schema = {
  tagNames:
    'a blockquote br code del div em h1 h2 h3 h4 h5 h6 hr img input li ol p pre section strong sup table tbody td th thead tr ul'.split(
      ' ',
    ),
  attributes: {
    a: ['href', 'title', 'id', 'ariaLabel', ['className', 'data-footnote-backref']],
    code: [['className', /^language-[\w-]{1,40}$/]],
    div: [
      ['className', 'callout', 'item-card', ...CALLOUTS.map((kind) => `callout-${kind}`)],
      ['role', 'note'],
      'dataCard',
    ],
    h2: [['className', 'sr-only']],
    img: ['src', 'alt', 'title'],
    input: ['checked'],
    li: ['id', ['className', 'task-list-item']],
    ol: ['start'],
    p: [['className', 'callout-title']],
    section: [['className', 'footnotes']],
    td: ['align'],
    th: ['align'],
    ul: [['className', 'contains-task-list']],
  },
  protocols: { href: ['http', 'https'], src: ['http', 'https'] },
  // Ids come from footnotes alone, and carry our prefix already.
  clobber: [],
};

/** Starts every id, so that none is one of the page's own. */
const ID_PREFIX = 'section-';

const processor = remark()
  .use(showHtmlAsText)
  .use(remarkGfm)
  .use(markBlocks)
  .use(showLineEnds)
  .use(remarkRehype, { clobberPrefix: ID_PREFIX })
  .use(rehypeSanitize, SCHEMA)
  .freeze();
const writer = rehype().freeze();

/** Finished, sanitised HTML of a markdown text. */
export function toHtml(source: string, options: MarkdownOptions = {}): string {
  const { addLinks, cards = {} } = options;
  const tree = parseMarkdown(source);
  if (tree === null) return toPlainHtml(source);
  finishTree(tree, options);
  addLinks?.(tree);
  fillCards(tree, cards);
  typesetTree(tree);
  return writer.stringify(tree);
}

/**
 * The sanitised tree of a markdown text, as pages show it but for our own additions; null for a text that cannot be
 * parsed in a time that grows with its length alone.
 */
export function parseMarkdown(source: string): HtmlTree | null {
  if (!isWithinBounds(source)) return null;
  try {
    return asFragment(processor.runSync(processor.parse(source), source));
  } catch (error) {
    // A text that exhausts the parser's stack is still a text.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const CODE = new Set(['code', 'pre']);
/** Where a text begins anew. */
const BLOCKS = new Set(
  'blockquote br h1 h2 h3 h4 h5 h6 hr li ol p section table td th tr ul'.split(' '),
);

/** Sets the words of a tree, in place; code is left as it was written. */
function typesetTree(tree: HtmlTree): void {
  let last = '';
  function visit(parent: HtmlElement | HtmlTree): void {
    for (const child of parent.children) {
      if (child.type === 'text') {
        child.value = typeset(child.value, last);
        last = child.value.at(-1) ?? last;
      }
      if (child.type !== 'element') continue;
      if (BLOCKS.has(child.tagName)) last = '';
      if (CODE.has(child.tagName)) last = 'x';
      else visit(child);
      if (BLOCKS.has(child.tagName)) last = '';
    }
  }
  visit(tree);
}

/** Shapes the sanitized tree for our pages; all additions here are our own. */
function finishTree(tree: HtmlTree, options: MarkdownOptions): void {
  const { imageHosts = [], siteUrl } = options;
  const ids = new Set<string>();
  const headings: HtmlElement[] = [];
  const fragmentLinks: HtmlElement[] = [];

  function visit(parent: HtmlElement | HtmlTree): void {
    parent.children = parent.children.flatMap((child) => {
      if (child.type !== 'element') return [child];
      visit(child);
      return finishElement(child);
    });
  }

  const callsApi = (address: unknown): boolean =>
    siteUrl !== undefined && isOwnApiCall(String(address ?? ''), siteUrl);

  function finishElement(element: HtmlElement): HtmlContent[] {
    const { tagName, properties } = element;
    if (/^h[1-6]$/.test(tagName)) headings.push(element);
    if (tagName === 'a') return finishLink(element);
    if (tagName === 'img')
      return [callsApi(properties.src) ? altOf(element) : finishImage(element, imageHosts)];
    if (tagName === 'table') return [wrapTable(element)];
    if (tagName === 'p') return [showVideo(element) ?? captionPicture(element)];
    // A disabled checkbox without a label is useless; a sign reads the same to all.
    if (tagName === 'input') return [makeText(properties.checked ? '☑' : '☐')];
    // Scrollable code must be reachable by keyboard.
    if (tagName === 'pre') properties.tabIndex = 0;
    return [element];
  }

  function finishLink(link: HtmlElement): HtmlContent[] {
    const href = String(link.properties.href ?? '');
    if (href.startsWith('#')) {
      fragmentLinks.push(link);
      return [link];
    }
    if (!isSafeLink(href) || callsApi(href)) return link.children;
    if (!href.startsWith('/')) {
      Object.assign(link.properties, { target: '_blank', rel: ['noopener'] });
    }
    return [link];
  }

  visit(tree);
  nameHeadings(headings, ids);
  // Authors write '#costs'; the heading's id carries the prefix.
  for (const link of fragmentLinks) {
    const prefixed = `${ID_PREFIX}${String(link.properties.href).slice(1)}`;
    if (ids.has(prefixed)) link.properties.href = `#${prefixed}`;
  }
}

/** Gives each heading an id of its own; the page's title is its h1, so that a text which begins at # moves down by one. */
function nameHeadings(headings: readonly HtmlElement[], ids: Set<string>): void {
  const repeats = new Map<string, number>();
  const shift = headings.some(({ tagName }) => tagName === 'h1') ? 1 : 0;
  for (const heading of headings) {
    const level = Number(heading.tagName.slice(1)) + shift;
    const base = `${ID_PREFIX}${slugify(textOf(heading)).slice(0, 80) || 'part'}`;
    let count = repeats.get(base) ?? 0;
    let id = base;
    while (ids.has(id)) {
      count += 1;
      id = `${base}-${count + 1}`;
    }
    repeats.set(base, count);
    ids.add(id);
    heading.tagName = `h${Math.min(6, Math.max(2, level))}`;
    heading.properties.id = id;
  }
}

/** Files of ours that are pictures; other pages of the site are none. */
const OWN_FILE = /^\/(?:uploads|images)\//;

const altOf = (image: HtmlElement) => makeText(String(image.properties.alt ?? ''));

function finishImage(image: HtmlElement, hosts: readonly string[]): HtmlContent {
  const { src, alt, title } = image.properties;
  const address = String(src ?? '');
  const isOurs = !address.startsWith('/') || OWN_FILE.test(address);
  if (!isOurs || !isFromHosts(address, hosts)) return altOf(image);
  image.properties = {
    src: address,
    alt: String(alt ?? ''),
    ...(title ? { title } : {}),
    loading: 'lazy',
    decoding: 'async',
    referrerPolicy: 'no-referrer',
    className: ['content-image'],
  };
  return image;
}

/** A picture alone in its paragraph shows its credit, which Markdown has as the title. */
function captionPicture(paragraph: HtmlElement): HtmlElement {
  const [image, ...others] = paragraph.children;
  if (image?.type !== 'element' || image.tagName !== 'img' || others.length > 0) return paragraph;
  const { title } = image.properties;
  if (typeof title !== 'string' || title === '') return paragraph;
  delete image.properties.title;
  return makeElement('figure', {}, [image, makeElement('figcaption', {}, [makeText(title)])]);
}

function wrapTable(table: HtmlElement): HtmlElement {
  alignNumbers(table);
  const head = table.children.find((part) => part.type === 'element' && part.tagName === 'thead');
  const columns = head ? textOf(head).trim().replace(/\s+/g, ' ').slice(0, 80) : '';
  return makeElement(
    'div',
    {
      className: ['table-scroll'],
      tabIndex: 0,
      role: 'region',
      ariaLabel: columns === '' ? 'Table' : `Table: ${columns}`,
    },
    [table],
  );
}

/** '1,250', '$40,000', '0.1%', '30 to 45', '–': cells compared digit by digit. */
const NUMBER =
  /^[~≈<>±+−–-]?\s?[$€£]?\d[\d,.]*\s?(?:%|bp|bps|[kKmMbB]n?|million|billion)?(?:\s?(?:–|-|to)\s?[$€£]?\d[\d,.]*\s?(?:%|bps|[kKmMbB]n?|million|billion)?)?$/;
const EMPTY = /^[–—-]?$/;

const elementsOf = (parent: HtmlElement, tagName: string): HtmlElement[] =>
  parent.children.filter(
    (child): child is HtmlElement => child.type === 'element' && child.tagName === tagName,
  );

const cellsOf = (row: HtmlElement) => row.children.filter((child) => child.type === 'element');

const isNumeric = (cells: readonly HtmlElement[]) => {
  const texts = cells.map((cell) => textOf(cell).trim());
  return (
    texts.every((text) => NUMBER.test(text) || EMPTY.test(text)) &&
    texts.some((text) => NUMBER.test(text))
  );
};

/** Columns that hold numbers alone are set to the right, their heads too, unless the author chose otherwise. */
function alignNumbers(table: HtmlElement): void {
  const rows = ['thead', 'tbody'].map((part) =>
    elementsOf(table, part).flatMap((one) => elementsOf(one, 'tr')),
  );
  const [head = [], body = []] = rows.map((part) => part.map(cellsOf));
  const width = Math.max(0, ...body.map((cells) => cells.length));
  for (let column = 0; column < width; column += 1) {
    const cells = body.flatMap((row) => row[column] ?? []);
    if (!isNumeric(cells)) continue;
    for (const cell of [...head.flatMap((row) => row[column] ?? []), ...cells]) {
      if (cell.properties.align === undefined) cell.properties.className = ['number'];
    }
  }
}
