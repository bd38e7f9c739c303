import {
  Bold,
  Code,
  CreditCard,
  Heading2,
  Heading3,
  Image,
  Info,
  Italic,
  Link,
  List,
  ListOrdered,
  Redo2,
  Strikethrough,
  Table,
  TextQuote,
  Undo2,
  Video,
} from 'lucide';
import { baseKeymap, chainCommands, exitCode, toggleMark } from 'prosemirror-commands';
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { MarkType, NodeType } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import type { Command, EditorState } from 'prosemirror-state';
import { addRowAfter, goToNextCell, isInTable } from 'prosemirror-tables';
import { type IconComponent, icon, Search } from '#ui/icons.tsx';
import {
  enterCard,
  hasMark,
  insertBreak,
  insertRule,
  insertTable,
  isInside,
  leaveCode,
  type OpenPart,
  openFence,
  type Part,
  selectedNode,
  toggleBlock,
  toggleList,
  toggleWrap,
} from './commands.ts';
import { marks, nodes } from './markdown/schema.ts';
import { arrowInCell } from './tables.ts';

/** The commands on a text, once for the toolbar, its keys and the '/' menu. */
export interface Tool {
  label: string;
  /** As ProseMirror spells it: 'Mod-Shift-8'. */
  keys?: string;
  /** Of its button in the toolbar. */
  icon?: IconComponent;
  /** In the '/' menu. */
  isBlock?: true;
  /** Its command, or the part of the editor that it opens. */
  run: Command | Part;
  isOn?: (state: EditorState) => boolean;
  isOff?: (state: EditorState) => boolean;
}

const ofMark = (type: MarkType) => ({
  run: toggleMark(type),
  isOn: (state: EditorState) => hasMark(state, type),
});

const ofBlock = (run: Command, type: NodeType, attrs = {}) => ({
  run,
  isBlock: true as const,
  isOn: (state: EditorState) => isInside(state, type, attrs),
});

const heading = (level: number) =>
  ofBlock(toggleBlock(nodes.heading, { level }), nodes.heading, { level });
const list = (type: NodeType) => ofBlock(toggleList(type), type);
const wrapped = (type: NodeType) => ofBlock(toggleWrap(type), type);

const { bullet_list, ordered_list, blockquote, callout } = nodes;

export const TOOLS: readonly Tool[] = [
  { label: 'Bold', keys: 'Mod-b', icon: icon(Bold), ...ofMark(marks.strong) },
  { label: 'Italic', keys: 'Mod-i', icon: icon(Italic), ...ofMark(marks.em) },
  { label: 'Strikethrough', icon: icon(Strikethrough), ...ofMark(marks.strike) },
  { label: 'Code', keys: 'Mod-e', icon: icon(Code), ...ofMark(marks.code) },
  { label: 'Heading', keys: 'Mod-Alt-2', icon: icon(Heading2), ...heading(2) },
  { label: 'Subheading', keys: 'Mod-Alt-3', icon: icon(Heading3), ...heading(3) },
  { label: 'Bulleted list', keys: 'Mod-Shift-8', icon: icon(List), ...list(bullet_list) },
  { label: 'Numbered list', keys: 'Mod-Shift-7', icon: icon(ListOrdered), ...list(ordered_list) },
  { label: 'Quote', keys: 'Mod-Shift-9', icon: icon(TextQuote), ...wrapped(blockquote) },
  { label: 'Callout', icon: icon(Info), ...wrapped(callout) },
  {
    label: 'Table',
    icon: icon(Table),
    isBlock: true,
    run: insertTable,
    isOff: (state) => isInside(state, nodes.table),
  },
  { label: 'Code block', isBlock: true, run: toggleBlock(nodes.code_block) },
  { label: 'Divider', isBlock: true, run: insertRule },
  {
    label: 'Link',
    keys: 'Mod-k',
    icon: icon(Link),
    isBlock: true,
    run: 'link',
    isOn: (state) => hasMark(state, marks.link),
  },
  { label: 'Vendor card', icon: icon(CreditCard), isBlock: true, run: 'card' },
  { label: 'Video', icon: icon(Video), isBlock: true, run: 'video' },
  { label: 'Picture', icon: icon(Image), isBlock: true, run: 'picture' },
  {
    label: 'Undo',
    keys: 'Mod-z',
    icon: icon(Undo2),
    run: undo,
    isOff: (state) => undoDepth(state) === 0,
  },
  {
    label: 'Redo',
    keys: 'Mod-y',
    icon: icon(Redo2),
    run: redo,
    isOff: (state) => redoDepth(state) === 0,
  },
  { label: 'Find and replace', keys: 'Mod-f', icon: Search, run: 'find' },
];

/** A tool as a command: a part is opened beside the text. */
export const commandOf =
  ({ run }: Pick<Tool, 'run'>, open: OpenPart): Command =>
  (state, dispatch, view) => {
    if (typeof run === 'function') return run(state, dispatch, view);
    if (dispatch) open(run);
    return true;
  };

/** After the last cell comes a new row. */
const nextCell: Command = (state, dispatch, view) => {
  if (!isInTable(state)) return false;
  if (goToNextCell(1)(state, dispatch)) return true;
  if (!addRowAfter(state, dispatch) || !view) return true;
  return goToNextCell(1)(view.state, view.dispatch);
};

/** A cell has one line: Enter goes on to the next one. */
const enterInCell: Command = (state, dispatch, view) =>
  isInTable(state) && nextCell(state, dispatch, view);

const OPENED_BY = new Map<NodeType | undefined, Part>([
  [nodes.item_card, 'card'],
  [nodes.video, 'video'],
  [nodes.image, 'picture'],
]);

/** Enter on a selected block opens what it was made with. */
const openSelected =
  (open: OpenPart): Command =>
  (state, dispatch, view) => {
    const run = OPENED_BY.get(selectedNode(state)?.type);
    return run !== undefined && commandOf({ run }, open)(state, dispatch, view);
  };

/** Tab is bound in lists and tables alone: elsewhere it leaves the field, as it does everywhere. */
export const editorKeys = (open: OpenPart) => [
  keymap({
    ...Object.fromEntries(
      TOOLS.flatMap((tool) => (tool.keys ? [[tool.keys, commandOf(tool, open)]] : [])),
    ),
    'Mod-Shift-z': redo,
    Backspace: undoInputRule,
    Enter: chainCommands(
      openSelected(open),
      enterCard,
      enterInCell,
      openFence,
      leaveCode,
      splitListItem(nodes.list_item),
    ),
    ArrowDown: arrowInCell(1),
    ArrowUp: arrowInCell(-1),
    'Shift-Enter': chainCommands(exitCode, insertBreak),
    Tab: chainCommands(nextCell, sinkListItem(nodes.list_item)),
    'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(nodes.list_item)),
  }),
  keymap(baseKeymap),
];
