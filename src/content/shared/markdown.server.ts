import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkBreaks from 'remark-breaks';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { CALLOUTS } from '#platform/text/blocks.ts';
import { showHtmlAsText } from '#platform/text/html-as-text.ts';
import { isWithinBounds } from '#platform/text/markdown-bounds.ts';
import { typeset } from '#platform/text/typeset.ts';
import { asFragment, type HtmlElement, type HtmlTree } from './hast.ts';
import { finishTree } from './markdown-finish.server.ts';
import { toPlainHtml } from './plain-html.ts';
import { fillCards, markBlocks, type TextCards } from './text-blocks.server.ts';

export interface MarkdownOptions {
  /** Adds the site's own links to the sanitised tree, in place. */
  addLinks?: ((tree: HtmlTree) => void) | undefined;
  /** Starts every id, so that two texts on one page never share one. */
  idPrefix?: string | undefined;
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

function makeProcessor(idPrefix: string) {
  return unified()
    .use(remarkParse)
    .use(showHtmlAsText)
    .use(remarkGfm)
    .use(markBlocks)
    .use(remarkBreaks)
    .use(remarkRehype, { clobberPrefix: idPrefix })
    .use(rehypeSanitize, SCHEMA)
    .use(rehypeStringify)
    .freeze();
}

const DEFAULT_PREFIX = 'section-';
const defaultProcessor = makeProcessor(DEFAULT_PREFIX);

/** Finished, sanitised HTML of a markdown text. */
export function toHtml(source: string, options: MarkdownOptions = {}): string {
  const { addLinks, idPrefix = DEFAULT_PREFIX, imageHosts = [], cards = {}, siteUrl } = options;
  const tree = parseMarkdown(source, idPrefix);
  if (tree === null) return toPlainHtml(source);
  finishTree(tree, { idPrefix, imageHosts, siteUrl });
  addLinks?.(tree);
  fillCards(tree, cards);
  typesetTree(tree);
  return defaultProcessor.stringify(tree);
}

/**
 * The sanitised tree of a markdown text, as pages show it but for our own additions; null for a text that cannot be
 * parsed in a time that grows with its length alone.
 */
export function parseMarkdown(source: string, idPrefix: string = DEFAULT_PREFIX): HtmlTree | null {
  if (!isWithinBounds(source)) return null;
  const processor = idPrefix === DEFAULT_PREFIX ? defaultProcessor : makeProcessor(idPrefix);
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
