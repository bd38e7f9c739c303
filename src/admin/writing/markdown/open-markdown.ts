import { Fragment, type Node, Slice } from 'prosemirror-model';
import { type ReadBlock, readBlocks } from './read-markdown.ts';
import { nodes } from './schema.ts';
import { writeBlock } from './write-block.ts';

const BETWEEN_BLOCKS = '\n\n';

export interface OpenMarkdown {
  doc: Node;
  /** The text of a later state of the document: unchanged blocks keep their bytes. */
  write(doc: Node): string;
}

/**
 * Opens a text for editing. The document's blocks are immutable values: a block that is still the same one, or equal to
 * one that was read, is written as the slice of the source that it came from.
 */
export const openMarkdown = (source: string): OpenMarkdown => {
  const blocks = readBlocks(source);
  const places = new Map(blocks.map((block, at) => [block.node, at]));
  const written = new WeakMap<Node, string>();
  const read = blocks.map(({ node }) => node);
  const isOpenEnded = read.length > 0 && read.at(-1)?.type !== nodes.table;
  // Below a table there is a line to go on.
  const doc = nodes.doc.create(null, isOpenEnded ? read : [...read, nodes.paragraph.create()]);
  const lead = source.slice(0, blocks.at(0)?.start ?? source.length);
  const tail = source.slice(blocks.at(-1)?.end ?? source.length);

  /** Where a block stood in the source; after an undo it is an equal one. */
  const placeOf = (node: Node, hint: number): number | undefined => {
    const cached = places.get(node);
    if (cached !== undefined) return cached;
    if (blocks[hint]?.node.eq(node)) return hint;
    const found = blocks.findIndex((block) => block.node.eq(node));
    return found < 0 ? undefined : found;
  };

  const sliceOf = ({ start, end }: ReadBlock) => source.slice(start, end);

  const textOf = (node: Node): string => {
    const cached = written.get(node) ?? writeBlock(node);
    written.set(node, cached);
    return cached;
  };

  const gapAfter = (place: number) =>
    source.slice(blocks[place]?.end, blocks[place + 1]?.start ?? source.length);

  /** The place of each block; one that was changed where it stood has its old place between its neighbours. */
  const placesOf = (later: Node): (number | undefined)[] => {
    const found: (number | undefined)[] = [];
    later.forEach((node, _offset, at) => {
      found.push(placeOf(node, (found[at - 1] ?? -1) + 1));
    });
    return found;
  };

  const isAfter = (found: readonly (number | undefined)[], at: number) => {
    const before = found[at - 1] ?? (at > 1 ? (found[at - 2] ?? Number.NaN) + 1 : 0);
    const own =
      found[at] ?? (at + 1 < found.length ? (found[at + 1] ?? Number.NaN) : blocks.length) - 1;
    return own === before + 1 ? before : null;
  };

  const write = (later: Node): string => {
    if (later.eq(doc)) return source;
    const found = placesOf(later);
    const parts: string[] = [];
    later.forEach((node, _offset, at) => {
      const block = blocks[found[at] ?? -1];
      const part = block ? sliceOf(block) : textOf(node);
      if (part === '') return;
      const before = isAfter(found, at);
      if (parts.length > 0) parts.push(before === null ? BETWEEN_BLOCKS : gapAfter(before));
      parts.push(part);
    });
    return parts.length === 0 ? '' : `${lead}${parts.join('')}${tail}`;
  };

  return { doc, write };
};

/** Plain text from the clipboard is Markdown; paragraphs alone join the line with the cursor. */
export const readClipboardText = (text: string): Slice => {
  const blocks = readBlocks(text).map(({ node }) => node);
  const isOpen = blocks.length > 0 && blocks.every((block) => block.isTextblock);
  return new Slice(Fragment.from(blocks), isOpen ? 1 : 0, isOpen ? 1 : 0);
};
