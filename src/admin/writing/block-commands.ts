import { lift, wrapIn } from 'prosemirror-commands';
import { keymap } from 'prosemirror-keymap';
import type { Attrs, NodeType } from 'prosemirror-model';
import { type Command, type EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import { CALLOUTS, type Callout } from '#platform/text/blocks.ts';
import { ancestorOf, insertBlock, isInside, type OpenPart, type Part } from './commands.ts';
import { isCardWord } from './markdown/block-words.ts';
import { nodes } from './markdown/schema.ts';

export const toggleCallout: Command = (state, dispatch) =>
  isInside(state, nodes.callout) ? lift(state, dispatch) : wrapIn(nodes.callout)(state, dispatch);

export const setCallout =
  (kind: Callout): Command =>
  (state, dispatch) => {
    const found = ancestorOf(state, nodes.callout);
    if (found) dispatch?.(state.tr.setNodeMarkup(found.pos, null, { kind }));
    return found !== null;
  };

export const calloutKindOf = (state: EditorState): Callout | null => {
  const kind: unknown = ancestorOf(state, nodes.callout)?.node.attrs.kind;
  return CALLOUTS.find((one) => one === kind) ?? null;
};

const selectedNode = ({ selection }: EditorState) =>
  selection instanceof NodeSelection ? selection.node : null;

/** The attributes of a selected block of this type. */
export const selectedAttrs = (state: EditorState, type: NodeType): Attrs | null => {
  const node = selectedNode(state);
  return node?.type === type ? node.attrs : null;
};

/** A new block, or the selected one with other words. */
export const putBlock =
  (type: NodeType, attrs: Attrs): Command =>
  (state, dispatch) => {
    if (!selectedAttrs(state, type)) return insertBlock(() => type.create(attrs))(state, dispatch);
    dispatch?.(state.tr.replaceSelectionWith(type.create(attrs)));
    return true;
  };

const TYPED_CARD = /^:::([a-z]{2,20}) +([a-z\d][a-z\d-]*) *$/;

/** ':::vendor addepar' becomes the card when its line ends. */
const enterCard: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.depth !== 1 || $from.parent.type !== nodes.paragraph) return false;
  const [, word = '', slug] = TYPED_CARD.exec($from.parent.textContent) ?? [];
  if (!slug || !isCardWord(word)) return false;
  const [start, end] = [$from.before(), $from.after()];
  const card = nodes.item_card.create({ word, slug });
  const tr = state.tr.replaceWith(start, end, [card, nodes.paragraph.create()]);
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, start + card.nodeSize + 1)));
  return true;
};

const OPENED_BY = new Map<NodeType | undefined, Part>([
  [nodes.item_card, 'card'],
  [nodes.video, 'video'],
  [nodes.image, 'picture'],
]);

/** Enter on a selected block opens what it was made with. */
export const blockKeys = (open: OpenPart) =>
  keymap({
    Enter: (state, dispatch) => {
      const part = OPENED_BY.get(selectedNode(state)?.type);
      if (!part) return enterCard(state, dispatch);
      if (dispatch) open(part);
      return true;
    },
  });
