import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import type { Block, Inline } from '#platform/text/parse-markdown.ts';

export { parseTree, type Tree } from '#platform/text/parse-markdown.ts';
export type TreeBlock = Block;
export type TreeInline = Inline;
export type TreeItem = Extract<TreeBlock, { type: 'list' }>['children'][number];
export type TreeRow = Extract<TreeBlock, { type: 'table' }>['children'][number];

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
      // Words that only look like the card of an item.
      unsafe: [{ atBreak: true, character: ':', after: '::[a-z]' }],
    })
    .use(remarkGfm)
    .freeze();

const writers = { '-': writerWith('-'), '*': writerWith('*'), '+': writerWith('+') };

export type Bullet = keyof typeof writers;

export const isBullet = (sign: unknown): sign is Bullet => String(sign) in writers;

/** One block as Markdown, without the line's end after it. */
export const stringifyBlock = (block: TreeBlock, bullet: Bullet): string =>
  writers[bullet].stringify({ type: 'root', children: [block] }).replace(/\n$/, '');
