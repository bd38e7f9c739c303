import { lift, setBlockType, wrapIn } from 'prosemirror-commands';
import type { Attrs, MarkType, Node, NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import {
  type Command,
  type EditorState,
  NodeSelection,
  Plugin,
  TextSelection,
} from 'prosemirror-state';
import { canJoin } from 'prosemirror-transform';
import { CALLOUTS, type Callout } from '#platform/text/blocks.ts';
import { isCardWord } from './markdown/block-words.ts';
import { marks, nodes } from './markdown/schema.ts';

/** The tool that opens beside the text, or over it. */
export type Part = 'link' | 'find' | 'picture' | 'card' | 'video';
export type OpenPart = (part: Part, file?: File) => void;

/** Whether the selection, or the next typed letter, carries a mark. */
export const hasMark = ({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean => {
  const { from, to, empty, $from } = selection;
  if (empty) return Boolean(type.isInSet(storedMarks ?? $from.marks()));
  return doc.rangeHasMark(from, to, type);
};

const ancestorOf = ({ selection: { $from } }: EditorState, type: NodeType) => {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type === type)
      return { node: $from.node(depth), pos: $from.before(depth) };
  }
  return null;
};

export const isInside = (state: EditorState, type: NodeType, attrs: Attrs = {}): boolean => {
  const found = ancestorOf(state, type);
  return found !== null && Object.entries(attrs).every(([key, is]) => found.node.attrs[key] === is);
};

/** The block becomes of this type, or a paragraph when it is that already. */
export const toggleBlock =
  (type: NodeType, attrs: Attrs = {}): Command =>
  (state, dispatch) =>
    isInside(state, type, attrs)
      ? setBlockType(nodes.paragraph)(state, dispatch)
      : setBlockType(type, attrs)(state, dispatch);

/** Enter after '```js' opens the code that it announces. */
export const openFence: Command = ({ selection: { $from, empty }, tr }, dispatch) => {
  const { parent } = $from;
  const [, info] = /^```([\w+#.-]*)$/.exec(parent.textContent) ?? [];
  const isAtEnd = empty && $from.parentOffset === parent.content.size;
  if (info === undefined || !isAtEnd || parent.type !== nodes.paragraph) return false;
  tr.delete($from.start(), $from.end()).setNodeMarkup($from.before(), nodes.code_block, { info });
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** The third Enter at the end of code leaves it, and takes the two empty lines along. */
export const leaveCode: Command = ({ selection: { $from, empty }, tr }, dispatch) => {
  const { parent } = $from;
  const isAtEnd = empty && $from.parentOffset === parent.content.size;
  if (!parent.type.spec.code || !isAtEnd || !parent.textContent.endsWith('\n\n')) return false;
  const below = $from.after() - 2;
  tr.delete($from.pos - 2, $from.pos).insert(below, nodes.paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, below + 1)).scrollIntoView());
  return true;
};

/** A list of the other kind changes its kind; a list of this kind ends. */
export const toggleList =
  (type: NodeType): Command =>
  (state, dispatch) => {
    if (isInside(state, type)) return liftListItem(nodes.list_item)(state, dispatch);
    const other = type === nodes.bullet_list ? nodes.ordered_list : nodes.bullet_list;
    const found = ancestorOf(state, other);
    if (!found) return wrapInList(type)(state, dispatch);
    dispatch?.(state.tr.setNodeMarkup(found.pos, type, { isLoose: found.node.attrs.isLoose }));
    return true;
  };

/** The selection is put into a block of this type, or taken out of it. */
export const toggleWrap =
  (type: NodeType): Command =>
  (state, dispatch) =>
    isInside(state, type) ? lift(state, dispatch) : wrapIn(type)(state, dispatch);

export const setCallout =
  (kind: Callout): Command =>
  (state, dispatch) => {
    const found = ancestorOf(state, nodes.callout);
    if (found) dispatch?.(state.tr.setNodeMarkup(found.pos, null, { kind }));
    return found !== null;
  };

export const calloutKindOf = (state: EditorState): Callout | undefined => {
  const kind: unknown = ancestorOf(state, nodes.callout)?.node.attrs.kind;
  return CALLOUTS.find((one) => one === kind);
};

/** Puts a block below the block with the cursor or the selected one, at a gap, or in the place of an empty paragraph. */
const insertBlock =
  (node: Node): Command =>
  (state, dispatch) => {
    const { $from, to } = state.selection;
    const isBlank = $from.depth === 1 && $from.parent.content.size === 0;
    const below = $from.depth === 0 ? to : $from.after(1);
    const start = isBlank ? $from.before(1) : below;
    const tr = state.tr.replaceWith(start, below, node);
    const end = start + node.nodeSize;
    // Below the last block there must be a line to go on.
    if (end === tr.doc.content.size) tr.insert(end, nodes.paragraph.create());
    const inside = node.isLeaf ? end : start + 1;
    dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(inside))).scrollIntoView());
    return true;
  };

export const selectedNode = ({ selection }: EditorState) =>
  selection instanceof NodeSelection ? selection.node : null;

/** The words with which the selected block or picture was made. */
export const wordsOf = (state: EditorState, type: NodeType): Partial<Record<string, string>> => {
  const node = selectedNode(state);
  return node?.type === type ? node.attrs : {};
};

/** A new block, or the selected one with other words. */
export const putBlock =
  (type: NodeType, attrs: Attrs): Command =>
  (state, dispatch) => {
    const node = type.create(attrs);
    if (selectedNode(state)?.type !== type) return insertBlock(node)(state, dispatch);
    dispatch?.(state.tr.replaceSelectionWith(node));
    return true;
  };

const TYPED_CARD = /^:::([a-z]{2,20}) +([a-z\d][a-z\d-]*) *$/;

/** ':::vendor addepar' becomes the card when its line ends. */
export const enterCard: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.depth !== 1 || $from.parent.type !== nodes.paragraph) return false;
  const [, word = '', slug] = TYPED_CARD.exec($from.parent.textContent) ?? [];
  if (!slug || !isCardWord(word)) return false;
  const start = $from.before();
  const end = $from.after();
  const card = nodes.item_card.create({ word, slug });
  const tr = state.tr.replaceWith(start, end, [card, nodes.paragraph.create()]);
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, start + card.nodeSize + 1)));
  return true;
};

const rowOf = (type: NodeType, columns: number) =>
  nodes.table_row.create(
    null,
    Array.from({ length: columns }, () => type.create()),
  );

/** A head and two rows of three cells: rows and columns are added beside the cursor. */
export const insertTable = insertBlock(
  nodes.table.create(null, [
    rowOf(nodes.table_header, 3),
    rowOf(nodes.table_cell, 3),
    rowOf(nodes.table_cell, 3),
  ]),
);

export const insertRule = insertBlock(nodes.horizontal_rule.create());

export const insertBreak: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.type.contentMatch.matchType(nodes.hard_break)) return false;
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
};

interface Picture {
  src: string;
  alt: string;
  title: string;
}

/** In the line with the cursor or in the place of another; below a heading, code or a selected block, which are no place for one. */
export const insertPicture =
  (picture: Picture): Command =>
  (state, dispatch, view) => {
    const image = nodes.image.create(picture);
    const { selection } = state;
    const { inlineContent, type } = selection.$from.parent;
    const isLine = inlineContent && type !== nodes.heading && !type.spec.code;
    const isChosen = selection instanceof NodeSelection && selection.node.isInline;
    if (!isLine && !isChosen)
      return insertBlock(nodes.paragraph.create(null, image))(state, dispatch, view);
    dispatch?.(state.tr.replaceSelectionWith(image, false).scrollIntoView());
    return true;
  };

/** So does a picture of the text that is dragged onto a heading. */
export const pictureBelowHeading = () =>
  new Plugin({
    appendTransaction: (transactions, _before, { selection: { $from, from, to }, tr }) => {
      const image = $from.nodeAfter;
      const isPicture = image?.type === nodes.image && to === from + image.nodeSize;
      const isDropped = transactions.some((each) => each.getMeta('uiEvent') === 'drop');
      if (!isPicture || !isDropped || $from.parent.type !== nodes.heading) return null;
      return tr.insert($from.after(), nodes.paragraph.create(null, image)).delete(from, to);
    },
  });

/** The whole link around the cursor, or the selection. */
export const linkRangeOf = (state: EditorState): { from: number; to: number; href: string } => {
  const { from, to, $from, empty } = state.selection;
  const mark = marks.link.isInSet(empty ? $from.marks() : ($from.nodeAfter?.marks ?? []));
  const href = mark ? String(mark.attrs.href) : '';
  if (!empty || !mark) return { from, to, href };
  let start = from;
  let end = from;
  const base = $from.start();
  $from.parent.forEach((node, offset) => {
    const at = base + offset;
    const isTouched = at <= from && from <= at + node.nodeSize;
    if (isTouched && mark.isInSet(node.marks)) {
      start = Math.min(start, at);
      end = Math.max(end, at + node.nodeSize);
    }
  });
  return { from: start, to: end, href };
};

/** Links the selection; where it is empty, the words are put in. */
export const setLink = (href: string, words: string): Command => {
  return (state, dispatch) => {
    const { from, to } = linkRangeOf(state);
    const { tr } = state;
    if (from === to) tr.insertText(words, from);
    const end = from === to ? from + words.length : to;
    tr.removeMark(from, end, marks.link).addMark(from, end, marks.link.create({ href }));
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, end)).removeStoredMark(marks.link));
    return true;
  };
};

export const removeLink: Command = (state, dispatch) => {
  const { from, to } = linkRangeOf(state);
  dispatch?.(state.tr.removeMark(from, to, marks.link));
  return true;
};

const LISTS = [nodes.bullet_list, nodes.ordered_list];

/** Two lists of a kind with nothing between them are one list in Markdown: so they are here. */
export const joinLists = () =>
  new Plugin({
    appendTransaction: (transactions, _before, { doc, tr }) => {
      if (!transactions.some((each) => each.docChanged)) return null;
      const seams: number[] = [];
      doc.forEach((node, offset, at) => {
        const previous = at > 0 ? doc.child(at - 1) : null;
        if (previous?.type === node.type && LISTS.includes(node.type)) seams.push(offset);
      });
      for (const seam of seams.reverse()) if (canJoin(tr.doc, seam)) tr.join(seam);
      return tr.docChanged ? tr : null;
    },
  });
