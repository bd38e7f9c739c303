import { isFromHosts, isOwnApiCall, isSafeLink } from '#platform/safe-link.ts';
import { slugify } from '#platform/text/slugify.ts';
import {
  type HtmlContent,
  type HtmlElement,
  type HtmlTree,
  makeElement,
  makeText,
  textOf,
} from './hast.ts';
import { showVideo } from './text-blocks.server.ts';

interface Options {
  idPrefix: string;
  imageHosts: readonly string[];
  siteUrl: string | undefined;
}

/** Shapes the sanitized tree for our pages; all additions here are our own. */
export function finishTree(tree: HtmlTree, options: Options): void {
  const { idPrefix, imageHosts, siteUrl } = options;
  const ids = new Set<string>();
  const repeats = new Map<string, number>();
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
    if (/^h[1-6]$/.test(element.tagName)) return [finishHeading(element)];
    if (element.tagName === 'a') return finishLink(element);
    if (element.tagName === 'img') {
      return callsApi(element.properties.src)
        ? [altOf(element)]
        : [finishImage(element, imageHosts)];
    }
    if (element.tagName === 'table') return [wrapTable(element)];
    if (element.tagName === 'p') return [showVideo(element) ?? captionPicture(element)];
    // A disabled checkbox without a label is useless; a sign reads the same to all.
    if (element.tagName === 'input') return [makeText(element.properties.checked ? '☑' : '☐')];
    // Scrollable code must be reachable by keyboard.
    if (element.tagName === 'pre') element.properties.tabIndex = 0;
    return [element];
  }

  /** The page's own title is its h1: a text that begins at # moves down by one, and its levels stay apart. */
  const shift = hasTopHeading(tree) ? 1 : 0;

  function finishHeading(heading: HtmlElement): HtmlElement {
    const level = Number(heading.tagName.slice(1)) + shift;
    const base = `${idPrefix}${slugify(textOf(heading)).slice(0, 80) || 'part'}`;
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
    return heading;
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
  // Authors write '#costs'; the heading's id carries the prefix.
  for (const link of fragmentLinks) {
    const prefixed = `${idPrefix}${String(link.properties.href).slice(1)}`;
    if (ids.has(prefixed)) link.properties.href = `#${prefixed}`;
  }
}

function hasTopHeading(parent: HtmlElement | HtmlTree): boolean {
  return parent.children.some(
    (child) => child.type === 'element' && (child.tagName === 'h1' || hasTopHeading(child)),
  );
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
