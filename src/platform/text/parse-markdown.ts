import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { showHtmlAsText } from './html-as-text.ts';

const parser = remark().use(showHtmlAsText).use(remarkGfm).freeze();

export type Tree = ReturnType<typeof parser.parse>;
export type Block = Tree['children'][number];
export type Inline = Extract<Block, { type: 'paragraph' }>['children'][number];

/** A text as a tree, as pages and the editor read it. */
export const parseTree = (source: string): Tree => parser.parse(source);
