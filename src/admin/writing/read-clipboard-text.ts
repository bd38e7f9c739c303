import { Fragment, Slice } from 'prosemirror-model';
import { readBlocks } from './markdown/read-markdown.ts';

/** Plain text from the clipboard is Markdown; paragraphs alone join the line with the cursor. */
export const readClipboardText = (text: string): Slice => {
  const blocks = readBlocks(text).map(({ node }) => node);
  const isOpen = blocks.length > 0 && blocks.every((block) => block.isTextblock);
  return new Slice(Fragment.from(blocks), isOpen ? 1 : 0, isOpen ? 1 : 0);
};
