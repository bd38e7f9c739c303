import type { Mark, Node } from 'prosemirror-model';
import { calloutIn, cardIn, loneLinkIn } from '#platform/text/blocks.ts';
import { isCardWord, isVideoAddress } from './block-words.ts';
import { marks, nodes, schema } from './schema.ts';
import { parseTree, type TreeBlock, type TreeInline, type TreeItem } from './write-block.ts';

export interface ReadBlock {
  node: Node;
  start: number;
  end: number;
}

const sliceOf = (node: TreeBlock | TreeInline, source: string) =>
  source.slice(node.position?.start.offset, node.position?.end.offset);

const makeRaw = (text: string) => nodes.raw.create(null, text === '' ? null : schema.text(text));

const textWith = (text: string, on: readonly Mark[], isOneLine: boolean): Node[] =>
  text.split(/\r?\n|\r/).flatMap((line, index) => {
    const words = line === '' ? [] : [schema.text(line, on)];
    if (index === 0) return words;
    return isOneLine ? [schema.text(' ', on), ...words] : [nodes.hard_break.create(), ...words];
  });

const MARKS = { strong: marks.strong, emphasis: marks.em, delete: marks.strike };

interface InlineOptions {
  source: string;
  on: readonly Mark[];
  /** Headings and cells have no second line. */
  isOneLine: boolean;
}

const readInline = (child: TreeInline, options: InlineOptions): Node[] => {
  const { source, on, isOneLine } = options;
  const inside = (mark: Mark, children: readonly TreeInline[]) =>
    children.flatMap((each) => readInline(each, { ...options, on: mark.addToSet(on) }));
  switch (child.type) {
    case 'text':
      return textWith(child.value, on, isOneLine);
    case 'strong':
    case 'emphasis':
    case 'delete':
      return inside(MARKS[child.type].create(), child.children);
    case 'inlineCode':
      return textWith(child.value, marks.code.create().addToSet(on), true);
    case 'break':
      return isOneLine ? [schema.text(' ')] : [nodes.hard_break.create()];
    case 'link':
      return inside(
        marks.link.create({ href: child.url, title: child.title ?? '' }),
        child.children,
      );
    case 'image': {
      const { url: src, alt, title } = child;
      return [nodes.image.create({ src, alt: alt ?? '', title: title ?? '' }, null, on)];
    }
    default:
      return [nodes.raw_inline.create({ source: sliceOf(child, source) }, null, on)];
  }
};

const readWords = (children: readonly TreeInline[], source: string, isOneLine = false): Node[] =>
  children.flatMap((child) => readInline(child, { source, on: [], isOneLine }));

const orParagraph = (blocks: Node[]): Node[] =>
  blocks.length > 0 ? blocks : [nodes.paragraph.create()];

const readItem = (item: TreeItem, source: string): Node =>
  nodes.list_item.create(
    { isLoose: item.spread ?? false, isDone: item.checked ?? null },
    orParagraph(item.children.map((child) => readBlock(child, source))),
  );

const readList = (list: Extract<TreeBlock, { type: 'list' }>, source: string): Node => {
  const items = list.children.map((item) => readItem(item, source));
  const isLoose = list.spread ?? false;
  if (list.ordered) return nodes.ordered_list.create({ isLoose, order: list.start ?? 1 }, items);
  return nodes.bullet_list.create({ isLoose }, items);
};

const readTable = (table: Extract<TreeBlock, { type: 'table' }>, source: string): Node => {
  const width = Math.max(...table.children.map((row) => row.children.length));
  const rows = table.children.map((row, at) => {
    const type = at === 0 ? nodes.table_header : nodes.table_cell;
    // A row may be shorter than its table.
    const cells = Array.from({ length: width }, (_, column) => {
      const words = readWords(row.children[column]?.children ?? [], source, true);
      return type.create({ align: table.align?.[column] ?? null }, words);
    });
    return nodes.table_row.create(null, cells);
  });
  return nodes.table.create(null, rows);
};

/** A paragraph that is a block of its own: the card of an item, or a video. */
const readLone = (
  paragraph: Extract<TreeBlock, { type: 'paragraph' }>,
  source: string,
): Node | null => {
  const card = cardIn(paragraph, source);
  if (card && isCardWord(card.word)) return nodes.item_card.create({ ...card });
  const link = loneLinkIn(paragraph);
  return link && isVideoAddress(link.href) ? nodes.video.create(link) : null;
};

const readQuote = (quote: Extract<TreeBlock, { type: 'blockquote' }>, source: string): Node => {
  const callout = calloutIn(quote, source);
  if (!callout) {
    const inner = quote.children.map((child) => readBlock(child, source));
    return nodes.blockquote.create(null, orParagraph(inner));
  }
  const { kind, words } = callout;
  const first: TreeBlock[] = words.length > 0 ? [{ type: 'paragraph', children: words }] : [];
  const inner = [...first, ...quote.children.slice(1)].map((child) => readBlock(child, source));
  return nodes.callout.create({ kind }, orParagraph(inner));
};

const readUnchecked = (block: TreeBlock, source: string): Node => {
  switch (block.type) {
    case 'paragraph':
      return (
        readLone(block, source) ?? nodes.paragraph.create(null, readWords(block.children, source))
      );
    case 'heading':
      return nodes.heading.create({ level: block.depth }, readWords(block.children, source, true));
    case 'blockquote':
      return readQuote(block, source);
    case 'list':
      return readList(block, source);
    case 'table':
      return readTable(block, source);
    case 'code': {
      const info = [block.lang, block.meta].filter(Boolean).join(' ');
      return nodes.code_block.create({ info }, block.value ? schema.text(block.value) : null);
    }
    case 'thematicBreak':
      return nodes.horizontal_rule.create();
    default:
      return makeRaw(sliceOf(block, source));
  }
};

/** Blocks that the schema refuses stay raw source. */
const readBlock = (block: TreeBlock, source: string): Node => {
  const node = readUnchecked(block, source);
  try {
    node.check();
    return node;
  } catch {
    return makeRaw(sliceOf(block, source));
  }
};

/** The blocks of a text, each with its place in it. */
export const readBlocks = (source: string): ReadBlock[] => {
  return parseTree(source).children.map((block) => ({
    node: readBlock(block, source),
    start: block.position?.start.offset ?? 0,
    end: block.position?.end.offset ?? source.length,
  }));
};
