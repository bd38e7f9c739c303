import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { type Folder, hrefTo } from '#client/href-to.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { isSafeLink } from '#platform/safe-link.ts';
import { calloutIn, cardIn } from '#platform/text/blocks.ts';
import { isWithinBounds } from '#platform/text/markdown-bounds.ts';
import { type Block, type Inline, parseTree, type Tree } from '#platform/text/parse-markdown.ts';
import { twinPath } from '#platform/twin-path.ts';
import { MAX_CARDS, type TextCard } from './text-blocks.server.ts';

const writer = unified()
  .use(remarkStringify, { bullet: '-', rule: '-', emphasis: '*' })
  .use(remarkGfm, { tablePipeAlign: false })
  .freeze();

export type { Block, Inline } from '#platform/text/parse-markdown.ts';
/** Words, marked up or as they are. */
export type Words = string | Inline | readonly (string | Inline)[];

const fold = (value: string) => value.replace(/\s+/g, ' ');

const inlines = (words: Words): Inline[] =>
  [words].flat().map((one) => (typeof one === 'string' ? { type: 'text', value: fold(one) } : one));

export const heading = (depth: 1 | 2 | 3, words: Words): Block => ({
  type: 'heading',
  depth,
  children: inlines(words),
});

export const paragraph = (words: Words): Block => ({
  type: 'paragraph',
  children: inlines(words),
});

export const quote = (words: Words): Block => ({
  type: 'blockquote',
  children: [{ type: 'paragraph', children: inlines(words) }],
});

/** A link; the address of a page becomes that of its twin. */
export const link = (words: string, url: string): Inline => ({
  type: 'link',
  url,
  children: [{ type: 'text', value: fold(words) }],
});

/** An item by its name, as pages link it. */
export const itemLink = (folder: Folder, { slug, name }: { slug: string; name: string }): Inline =>
  link(name, hrefTo(`${folder}/$slug`, { slug }));

export const bullets = (items: readonly Words[]): Block[] =>
  items.length === 0
    ? []
    : [
        {
          type: 'list',
          ordered: false,
          spread: false,
          children: items.map((words) => ({
            type: 'listItem',
            spread: false,
            children: [{ type: 'paragraph', children: inlines(words) }],
          })),
        },
      ];

export const table = (head: readonly string[], rows: readonly (readonly Words[])[]): Block[] =>
  rows.length === 0
    ? []
    : [
        {
          type: 'table',
          children: [head, ...rows].map((cells) => ({
            type: 'tableRow',
            children: cells.map((words) => ({ type: 'tableCell', children: inlines(words) })),
          })),
        },
      ];

/** A part with its heading; nothing where it has nothing to say. */
export const section = (title: string, blocks: readonly Block[], depth: 2 | 3 = 2): Block[] =>
  blocks.length === 0 ? [] : [heading(depth, title), ...blocks];

type Paragraph = Extract<Block, { type: 'paragraph' }>;
type Quote = Extract<Block, { type: 'blockquote' }>;

/** Paragraphs of stored texts in whose place the card of an item stands. */
const cards = new WeakMap<object, string>();

/** A marker is written as it was typed, and not as words in brackets. */
const keepMarker = (quote: Quote, callout: ReturnType<typeof calloutIn>) => {
  if (!callout) return;
  const { kind, words } = callout;
  const lineEnd: Inline = { type: 'html', value: '\n' };
  const marker: Inline = { type: 'html', value: `[!${kind.toUpperCase()}]` };
  const children = words.length === 0 ? [marker] : [marker, lineEnd, ...words];
  quote.children.splice(0, 1, { type: 'paragraph', children });
};

/** Puts the items that readers may see into their places, and nothing into the others. */
export const fillTwinCards = async (
  blocks: readonly Block[],
  find: (slug: string) => Promise<TextCard | null>,
): Promise<void> => {
  const found: [Paragraph, string][] = [];
  const tree: Tree = { type: 'root', children: [...blocks] };
  visit(tree, 'paragraph', (node) => {
    const slug = cards.get(node);
    if (slug !== undefined) found.push([node, slug]);
  });
  const slugs = [...new Set(found.map(([, slug]) => slug))].slice(0, MAX_CARDS);
  const known = new Map<string, TextCard | null>();
  for (const slug of slugs) known.set(slug, await find(slug));
  for (const [place, slug] of found) {
    const card = known.get(slug);
    if (!card) place.children = [];
    else {
      const { name, href, kind, line } = card;
      const rest = [kind, line].filter(Boolean).join('. ');
      place.children = inlines([link(name, href), rest && `: ${rest}`]);
    }
  }
};

/** A stored text: its headings stand below those of the twin, and links that no page would show lead nowhere. */
export const prose = (markdown: string | null | undefined, depth: 1 | 2 | 3 = 2): Block[] => {
  if (!markdown?.trim()) return [];
  if (!isWithinBounds(markdown)) return markdown.split(/\n\s*\n/).map(paragraph);
  const tree = parseTree(markdown);
  const depths = tree.children.flatMap((block) => (block.type === 'heading' ? block.depth : []));
  const shift = Math.max(0, depth + 1 - Math.min(6, ...depths));
  visit(tree, (node) => {
    if (node.type === 'heading') node.depth = Math.min(6, node.depth + shift) as typeof node.depth;
    if ('url' in node && !node.url.startsWith('#') && !isSafeLink(node.url)) node.url = '#';
    const card = node.type === 'paragraph' && cardIn(node, markdown);
    if (card && card.word === vendors.inText) cards.set(node, card.slug);
    if (node.type === 'blockquote') keepMarker(node, calloutIn(node, markdown));
  });
  return tree.children;
};

/** A file or a call of the API has no twin. */
const hasTwin = (path: string) => !/\.\w+(?:[?#]|$)|^\/api(?:\/|$)/.test(path);

/** The Markdown of a page: links inside the site are whole, and lead from twin to twin. */
export const writeBlocks = (blocks: readonly Block[], siteUrl: string): string => {
  const isEmpty = (block: Block) => block.type === 'paragraph' && block.children.length === 0;
  const tree: Tree = { type: 'root', children: blocks.filter((block) => !isEmpty(block)) };
  visit(tree, (node) => {
    if (!('url' in node)) return;
    const isOwn = node.url === siteUrl || node.url.startsWith(`${siteUrl}/`);
    const path = isOwn ? node.url.slice(siteUrl.length) || '/' : node.url;
    if (!path.startsWith('/')) return;
    node.url = siteUrl + (node.type !== 'image' && hasTwin(path) ? twinPath(path) : path);
  });
  return writer.stringify(tree);
};
