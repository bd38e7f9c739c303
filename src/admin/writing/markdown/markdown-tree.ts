import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { showHtmlAsText } from '#platform/text/html-as-text.ts';

/** Markdown is read here as the site's renderer reads it (src/content/shared/markdown.server.ts). */
const parser = unified().use(remarkParse).use(showHtmlAsText).use(remarkGfm).freeze();

export type Tree = ReturnType<typeof parser.parse>;
export type TreeBlock = Tree['children'][number];
export type TreeInline = Extract<TreeBlock, { type: 'paragraph' }>['children'][number];
export type TreeItem = Extract<TreeBlock, { type: 'list' }>['children'][number];
export type TreeRow = Extract<TreeBlock, { type: 'table' }>['children'][number];

export const parseTree = (source: string): Tree => parser.parse(source);

const writerWith = (bullet: '-' | '*' | '+') =>
  unified()
    .use(remarkStringify, {
      bullet,
      bulletOther: bullet === '-' ? '*' : '-',
      rule: '-',
      emphasis: '*',
      // The site shows a line's end as one (remark-breaks): no mark is needed.
      handlers: {
        break: () => '\n',
        // Whoever types '[^1]' means a footnote.
        text: (node: { value: string }, _parent, state, info) =>
          state.safe(node.value, info).replace(/\\(\[\^[^\s[\]\\]+\])/g, '$1'),
      },
    })
    .use(remarkGfm)
    .freeze();

const writers = { '-': writerWith('-'), '*': writerWith('*'), '+': writerWith('+') };

export type Bullet = keyof typeof writers;

export const isBullet = (sign: unknown): sign is Bullet => String(sign) in writers;

/** One block as Markdown, without the line's end after it. */
export const stringifyBlock = (block: TreeBlock, bullet: Bullet): string =>
  writers[bullet].stringify({ type: 'root', children: [block] }).replace(/\n$/, '');
