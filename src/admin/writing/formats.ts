import {
  Bold,
  Code,
  Heading2,
  Heading3,
  type IconNode,
  Info,
  Italic,
  List,
  ListOrdered,
  Redo2,
  Strikethrough,
  Table,
  TextQuote,
  Undo2,
} from 'lucide';
import { toggleMark } from 'prosemirror-commands';
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import type { MarkType, NodeType } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import { type IconComponent, icon } from '#ui/icons.tsx';
import { toggleCallout } from './block-commands.ts';
import {
  hasMark,
  insertTable,
  isInside,
  toggleHeading,
  toggleList,
  toggleQuote,
} from './commands.ts';
import { marks, nodes } from './markdown/schema.ts';

/** A command on the text, once for the toolbar, its keys and the '/' menu. */
export interface Format {
  label: string;
  /** As ProseMirror spells it: 'Mod-Shift-8'. */
  keys?: string;
  icon: IconComponent;
  run: Command;
  isOn?: (state: EditorState) => boolean;
  isOff?: (state: EditorState) => boolean;
}

const mark = (label: string, type: MarkType, node: IconNode): Format => ({
  label,
  icon: icon(node),
  run: toggleMark(type),
  isOn: (state) => hasMark(state, type),
});

const heading = (label: string, level: number, node: IconNode): Format => ({
  label,
  keys: `Mod-Alt-${level}`,
  icon: icon(node),
  run: toggleHeading(level),
  isOn: (state) => isInside(state, nodes.heading, { level }),
});

const list = (label: string, type: NodeType, node: IconNode): Format => ({
  label,
  icon: icon(node),
  run: toggleList(type),
  isOn: (state) => isInside(state, type),
});

const MARKS: readonly Format[] = [
  { ...mark('Bold', marks.strong, Bold), keys: 'Mod-b' },
  { ...mark('Italic', marks.em, Italic), keys: 'Mod-i' },
  mark('Strikethrough', marks.strike, Strikethrough),
  { ...mark('Code', marks.code, Code), keys: 'Mod-e' },
];

const BLOCKS: readonly Format[] = [
  heading('Heading', 2, Heading2),
  heading('Subheading', 3, Heading3),
  { ...list('Bulleted list', nodes.bullet_list, List), keys: 'Mod-Shift-8' },
  { ...list('Numbered list', nodes.ordered_list, ListOrdered), keys: 'Mod-Shift-7' },
];

const QUOTE: Format = {
  label: 'Quote',
  keys: 'Mod-Shift-9',
  icon: icon(TextQuote),
  run: toggleQuote,
  isOn: (state) => isInside(state, nodes.blockquote),
};

const CALLOUT: Format = {
  label: 'Callout',
  icon: icon(Info),
  run: toggleCallout,
  isOn: (state) => isInside(state, nodes.callout),
};

const TABLE: Format = {
  label: 'Table',
  icon: icon(Table),
  run: insertTable,
  isOff: (state) => isInside(state, nodes.table),
};

export const MENU_BLOCKS = [...BLOCKS, TABLE, QUOTE, CALLOUT];

export const FORMATS = [...MARKS, ...BLOCKS, QUOTE, CALLOUT, TABLE];

export const HISTORY: readonly Format[] = [
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
];
