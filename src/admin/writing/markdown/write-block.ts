import type { Mark, Node } from 'prosemirror-model';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import type { Block, Inline } from '#platform/text/parse-markdown.ts';

export { parseTree } from '#platform/text/parse-markdown.ts';
export type TreeBlock = Block;
export type TreeInline = Inline;
export type TreeItem = Extract<TreeBlock, { type: 'list' }>['children'][number];
type TreeRow = Extract<TreeBlock, { type: 'table' }>['children'][number];

const writer = remark()
  .data('settings', {
    bullet: '-',
    rule: '-',
    emphasis: '*',
    // The site shows a line's end as one: no mark is needed.
    handlers: {
      break: () => '\n',
      // A writer who types '[^1]' means a footnote.
      text: (node: { value: string }, _parent, state, info) =>
        state.safe(node.value, info).replace(/\\(\[\^[^\s[\]\\]+\])/g, '$1'),
    },
    // Words that only look like the card of an item.
    unsafe: [{ atBreak: true, character: ':', after: '::[a-z]' }],
  })
  .use(remarkGfm)
  .freeze();

const childrenOf = (node: Node): Node[] =>
  Array.from({ length: node.childCount }, (_, at) => node.child(at));

type Wrapper = Extract<TreeInline, { type: 'strong' | 'emphasis' | 'delete' }>;

const WRAPPERS: Record<string, Wrapper['type']> = {
  strong: 'strong',
  em: 'emphasis',
  strike: 'delete',
};

/** '** bold**' is no bold text: spaces at the edges of a mark stand outside it. */
const hoistSpaces = (wrapper: Wrapper): TreeInline[] => {
  const first = wrapper.children.at(0);
  const last = wrapper.children.at(-1);
  let before = '';
  let after = '';
  if (first?.type === 'text') {
    before = /^\s*/.exec(first.value)?.[0] ?? '';
    first.value = first.value.slice(before.length);
  }
  if (last?.type === 'text') {
    after = /\s*$/.exec(last.value)?.[0] ?? '';
    last.value = last.value.slice(0, last.value.length - after.length);
  }
  const isEmpty = wrapper.children.every((child) => child.type === 'text' && child.value === '');
  const parts: TreeInline[] = [
    { type: 'text', value: before },
    ...(isEmpty ? [] : [wrapper]),
    { type: 'text', value: after },
  ];
  return parts.filter((part) => part.type !== 'text' || part.value !== '');
};

const wrap = (mark: Mark, children: TreeInline[]): TreeInline[] => {
  if (mark.type.name === 'link') {
    const { href, title } = mark.attrs;
    return [{ type: 'link', url: String(href), title: title ? String(title) : null, children }];
  }
  const type = WRAPPERS[mark.type.name];
  return type ? hoistSpaces({ type, children }) : children;
};

const leafOf = (node: Node): TreeInline => {
  const { attrs } = node;
  switch (node.type.name) {
    case 'image':
      return {
        type: 'image',
        url: String(attrs.src),
        alt: String(attrs.alt),
        title: attrs.title ? String(attrs.title) : null,
      };
    case 'hard_break':
      return { type: 'break' };
    case 'raw_inline':
      return { type: 'html', value: String(attrs.source) };
    default: {
      const value = node.text ?? '';
      const isCode = node.marks.some((mark) => mark.type.name === 'code');
      return isCode ? { type: 'inlineCode', value } : { type: 'text', value };
    }
  }
};

/** How many nodes in a row carry a mark. */
const reachOf = (mark: Mark, run: readonly Node[], at: number): number => {
  let end = at + 1;
  while (end < run.length && run[end]?.marks.some((other) => other.eq(mark))) end += 1;
  return end - at;
};

/** Runs of marked words become nested marks: of several, the one that reaches farthest is the outer one. */
const nest = (run: readonly Node[], open: readonly Mark[]): TreeInline[] => {
  const result: TreeInline[] = [];
  for (let at = 0; at < run.length; ) {
    const node = run[at];
    if (!node) break;
    const [outer] = node.marks
      .filter((mark) => mark.type.name !== 'code' && !mark.isInSet(open))
      .map((mark) => ({ mark, reach: reachOf(mark, run, at) }))
      .sort((a, b) => b.reach - a.reach);
    if (!outer) {
      result.push(leafOf(node));
      at += 1;
      continue;
    }
    const { mark, reach } = outer;
    result.push(...wrap(mark, nest(run.slice(at, at + reach), [...open, mark])));
    at += reach;
  }
  return result;
};

/** Breaks and spaces at the ends would be written as unintended marks. */
const trimEnds = (words: TreeInline[]): TreeInline[] => {
  const isSpace = (part: TreeInline | undefined) =>
    part?.type === 'break' || (part?.type === 'text' && part.value.trim() === '');
  const kept = [...words];
  while (kept.length > 0 && isSpace(kept[0])) kept.shift();
  while (kept.length > 0 && isSpace(kept.at(-1))) kept.pop();
  const first = kept.at(0);
  const last = kept.at(-1);
  if (first?.type === 'text') first.value = first.value.trimStart();
  if (last?.type === 'text') last.value = last.value.trimEnd();
  return kept;
};

const wordsOf = (node: Node): TreeInline[] => trimEnds(nest(childrenOf(node), []));

const itemOf = (item: Node): TreeItem => ({
  type: 'listItem',
  spread: item.attrs.isLoose === true,
  checked: item.attrs.isDone ?? null,
  children: blocksOf(item),
});

const rowOf = (row: Node): TreeRow => ({
  type: 'tableRow',
  children: childrenOf(row).map((cell) => ({ type: 'tableCell', children: wordsOf(cell) })),
});

const alignOf = (cell: Node) => {
  const { align } = cell.attrs;
  return align === 'left' || align === 'right' || align === 'center' ? align : null;
};

const blocksOf = (parent: Node) =>
  childrenOf(parent).flatMap((child) => {
    const block = blockOf(child);
    return block ? [block] : [];
  });

/** A callout is a quote that begins with the marker of its kind. */
const withMarker = (callout: Node) => {
  const marker: TreeInline = {
    type: 'html',
    value: `[!${String(callout.attrs.kind).toUpperCase()}]`,
  };
  const [first, ...others] = blocksOf(callout);
  // A video is a paragraph, too, but one that stands alone.
  if (first?.type !== 'paragraph' || callout.child(0).type.name !== 'paragraph') {
    const alone = { type: 'paragraph' as const, children: [marker] };
    return first ? [alone, first, ...others] : [alone];
  }
  const children: TreeInline[] = [marker, { type: 'break' }, ...first.children];
  return [{ ...first, children }, ...others];
};

/** Null for an empty paragraph, which Markdown cannot express. */
const blockOf = (node: Node): TreeItem['children'][number] | null => {
  switch (node.type.name) {
    case 'paragraph': {
      const children = wordsOf(node);
      return children.length === 0 ? null : { type: 'paragraph', children };
    }
    case 'heading':
      return { type: 'heading', depth: node.attrs.level, children: wordsOf(node) };
    case 'blockquote':
      return { type: 'blockquote', children: blocksOf(node) };
    case 'callout':
      return { type: 'blockquote', children: withMarker(node) };
    case 'item_card':
      return { type: 'html', value: `:::${node.attrs.word} ${node.attrs.slug}` };
    case 'video': {
      const url = String(node.attrs.href);
      const title = String(node.attrs.title);
      const words: TreeInline = { type: 'text', value: title || url };
      return { type: 'paragraph', children: [{ type: 'link', url, children: [words] }] };
    }
    case 'bullet_list':
    case 'ordered_list':
      return {
        type: 'list',
        ordered: node.type.name === 'ordered_list',
        start: node.attrs.order,
        spread: node.attrs.isLoose === true,
        children: childrenOf(node).map(itemOf),
      };
    case 'table':
      return {
        type: 'table',
        align: childrenOf(node.child(0)).map(alignOf),
        children: childrenOf(node).map(rowOf),
      };
    case 'code_block': {
      const [lang = null, ...meta] = String(node.attrs.info).split(' ').filter(Boolean);
      return { type: 'code', lang, meta: meta.join(' ') || null, value: node.textContent };
    }
    case 'horizontal_rule':
      return { type: 'thematicBreak' };
    default:
      return { type: 'html', value: node.textContent };
  }
};

/** A block of the document as Markdown, without the line's end after it; empty for an empty paragraph. */
export const writeBlock = (node: Node): string => {
  const block = blockOf(node);
  return block ? writer.stringify({ type: 'root', children: [block] }).replace(/\n$/, '') : '';
};
