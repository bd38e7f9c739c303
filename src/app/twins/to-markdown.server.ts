import { rehype } from 'rehype';
import rehypeRemark from 'rehype-remark';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { EXIT, visit } from 'unist-util-visit';
import {
  asFragment,
  type HtmlContent,
  type HtmlElement,
  makeElement,
  makeText,
  textOf,
} from '#content/shared/text-blocks.server.ts';
import { hasTwin, twinPath } from '#platform/twin-path.ts';
import { LICENSE } from '#tools/data/data-resources.ts';

export interface TwinTask {
  /** The page as visitors get it. */
  html: string;
  /** The page's canonical address. */
  page: string;
  siteUrl: string;
  siteName: string;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements that need a browser. */
const TOOLS = words('button dialog form iframe noscript script search select style svg textarea');
const INLINE = words('a abbr code em mark small span strong sub sup time');
/** What begins a line of its own, also within a cell. */
const BLOCKS = words(
  'blockquote dd details div dl dt h2 h3 h4 h5 h6 li ol p section summary table tbody td tr ul',
);
/** Their properties say something in Markdown, too. */
const TELLING = words('code img input ol td th');

const classesOf = ({ properties: { className } }: HtmlElement) =>
  Array.isArray(className) ? className : [];

/** What is neither printed nor read aloud is no content; `data-text="none"` marks what only a screen can show. */
const isLeftOut = (element: HtmlElement): boolean => {
  const { tagName, properties } = element;
  if (TOOLS.has(tagName) || properties.hidden || properties.ariaHidden === 'true') return true;
  // A box of a task list is disabled; any other is a control.
  if (tagName === 'input') return !properties.disabled;
  if (tagName === 'img') return !properties.alt;
  return properties.dataText === 'none' || classesOf(element).includes('no-print');
};

/** Of pagination, the way to the next part alone. */
const nextPart = (element: HtmlElement): HtmlContent[] => {
  let next: HtmlElement | undefined;
  visit(element, 'element', (node) => {
    const { rel } = node.properties;
    if (!Array.isArray(rel) || !rel.includes('next')) return;
    next = node;
    return EXIT;
  });
  return next ? [makeElement('p', {}, [next])] : [];
};

/** Links inside the site are whole, and lead from twin to twin. */
const wholeAddress = (address: string, siteUrl: string): string => {
  const isOwn = address === siteUrl || address.startsWith(`${siteUrl}/`);
  const place = isOwn ? address.slice(siteUrl.length) || '/' : address;
  if (!place.startsWith('/')) return address;
  const [path = ''] = place.split(/[?#]/);
  return siteUrl + (hasTwin(path) ? twinPath(place) : place);
};

const isEmpty = (node: HtmlContent): boolean => {
  if (node.type !== 'element') return textOf(node).trim() === '';
  return node.tagName !== 'img' && node.children.every(isEmpty);
};

const ENDS_WORD = /[\p{L}\p{N}).%”]$/u;
const STARTS_WORD = /^[\p{L}\p{N}(+“]/u;

const isInline = (node: HtmlContent | undefined) =>
  node?.type === 'element' && INLINE.has(node.tagName);

/** Parts that a style sets apart, such as links in a row, are set apart by a space. */
const setApart = (nodes: readonly HtmlContent[]): HtmlContent[] =>
  nodes.flatMap((node, at) => {
    const before = nodes[at - 1];
    if (!before || !isInline(before) || !isInline(node)) return [node];
    const isOneWord = ENDS_WORD.test(textOf(before)) && STARTS_WORD.test(textOf(node));
    return isOneWord ? [makeText(' '), node] : [node];
  });

/** A table of Markdown has one line for each row, so the blocks of a cell follow one another. */
const inOneLine = (nodes: readonly HtmlContent[]): HtmlContent[] => {
  const lines: HtmlContent[][] = [[]];
  const add = (some: readonly HtmlContent[]) => {
    for (const node of some) {
      if (node.type !== 'element' || !BLOCKS.has(node.tagName)) {
        lines.at(-1)?.push(node);
        continue;
      }
      lines.push([]);
      add(node.children);
      lines.push([]);
    }
  };
  add(nodes);
  return lines
    .filter((line) => !line.every(isEmpty))
    .flatMap((line, at) => (at === 0 ? line : [makeText(' · '), ...line]));
};

const readElement = (element: HtmlElement, siteUrl: string): HtmlContent[] => {
  const { tagName, properties } = element;
  const children = readNodes(element.children, siteUrl);
  if (tagName === 'a') {
    const href = String(properties.href ?? '');
    if (children.every(isEmpty)) return [];
    // The places within a page are not there in its twin.
    if (href === '' || href.startsWith('#')) return children;
    return [makeElement('a', { href: wholeAddress(href, siteUrl) }, children)];
  }
  if (tagName === 'td' || tagName === 'th')
    return [makeElement(tagName, properties, inOneLine(children))];
  if (tagName === 'img') {
    const src = wholeAddress(String(properties.src ?? ''), siteUrl);
    return [makeElement('img', { src, alt: properties.alt }, [])];
  }
  return [makeElement(tagName, TELLING.has(tagName) ? properties : {}, children)];
};

/** What a page says, without where each word stood in its HTML: that would take most of the time. */
const readNodes = (nodes: readonly HtmlContent[], siteUrl: string): HtmlContent[] =>
  setApart(
    nodes.flatMap((node) => {
      if (node.type === 'text') return [makeText(node.value)];
      if (node.type !== 'element') return [];
      if (!isLeftOut(node)) return readElement(node, siteUrl);
      return readNodes(nextPart(node), siteUrl);
    }),
  );

/** The title stands first, whatever stands above it on the page. */
const titleFirst = (nodes: readonly HtmlContent[]): HtmlContent[] => {
  const root = makeElement('div', {}, [...nodes]);
  let title: HtmlContent | undefined;
  visit(root, 'element', (node, at, parent) => {
    if (node.tagName !== 'h1' || at === undefined || !parent) return undefined;
    title = node;
    parent.children.splice(at, 1);
    return EXIT;
  });
  return title ? [title, ...root.children] : root.children;
};

const footOf = ({ page, siteName }: TwinTask): HtmlContent[] => [
  makeElement('hr', {}, []),
  makeElement('p', {}, [makeText('Page: '), makeElement('code', {}, [makeText(page)])]),
  makeElement('p', {}, [
    makeText('License of facts and evidence: '),
    makeElement('a', { href: LICENSE.path }, [makeText(LICENSE.name)]),
    makeText(`; name ${siteName} and link to the page. Cited pages belong to their publishers.`),
  ]),
];

const parser = rehype().data('settings', { fragment: true }).use(rehypeRemark).freeze();
const writer = remark()
  .data('settings', { bullet: '-', rule: '-', emphasis: '*' })
  .use(remarkGfm, { tablePipeAlign: false })
  .freeze();

/** The main part of a page as Markdown, the same for every page. */
export const work = (task: TwinTask): string => {
  const { html, siteUrl } = task;
  const main = html.slice(html.indexOf('<main'), html.lastIndexOf('</main>'));
  const tree = asFragment(parser.parse(main));
  tree.children = [...titleFirst(readNodes(tree.children, siteUrl)), ...footOf(task)];
  return writer.stringify(parser.runSync(tree));
};
