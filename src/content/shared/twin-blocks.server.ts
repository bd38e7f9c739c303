import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { isSafeLink } from '#platform/safe-link.ts';
import { showHtmlAsText } from '#platform/text/html-as-text.ts';
import { isWithinBounds } from '#platform/text/markdown-bounds.ts';
import { twinPath } from '#platform/twin-path.ts';

const parser = unified().use(remarkParse).use(showHtmlAsText).use(remarkGfm).freeze();
const writer = unified()
  .use(remarkStringify, { bullet: '-', rule: '-', emphasis: '*' })
  .use(remarkGfm, { tablePipeAlign: false })
  .freeze();

type Tree = ReturnType<typeof parser.parse>;
export type Block = Tree['children'][number];
export type Inline = Extract<Block, { type: 'paragraph' }>['children'][number];
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

type Node = Tree | Block | Inline;

const walk = (node: Node, visit: (node: Node) => void) => {
  visit(node);
  if (!('children' in node)) return;
  for (const child of node.children) walk(child as Node, visit);
};

/** A stored text: its headings stand below those of the twin, and links that no page would show lead nowhere. */
export const prose = (markdown: string | null | undefined, depth: 1 | 2 | 3 = 2): Block[] => {
  if (!markdown?.trim()) return [];
  if (!isWithinBounds(markdown)) return markdown.split(/\n\s*\n/).map(paragraph);
  const tree = parser.parse(markdown);
  const depths = tree.children.flatMap((block) => (block.type === 'heading' ? block.depth : []));
  const shift = Math.max(0, depth + 1 - Math.min(6, ...depths));
  walk(tree, (node) => {
    if (node.type === 'heading') node.depth = Math.min(6, node.depth + shift) as typeof node.depth;
    if ('url' in node && !node.url.startsWith('#') && !isSafeLink(node.url)) node.url = '#';
  });
  return tree.children;
};

/** A file or a call of the API has no twin. */
const hasTwin = (path: string) => !/\.\w+(?:[?#]|$)|^\/api(?:\/|$)/.test(path);

/** The Markdown of a page: links inside the site are whole, and lead from twin to twin. */
export const writeBlocks = (blocks: readonly Block[], siteUrl: string): string => {
  const tree: Tree = { type: 'root', children: [...blocks] };
  walk(tree, (node) => {
    if (!('url' in node)) return;
    const isOwn = node.url === siteUrl || node.url.startsWith(`${siteUrl}/`);
    const path = isOwn ? node.url.slice(siteUrl.length) || '/' : node.url;
    if (!path.startsWith('/')) return;
    node.url = siteUrl + (node.type !== 'image' && hasTwin(path) ? twinPath(path) : path);
  });
  return writer.stringify(tree);
};
