import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import type { Command } from 'prosemirror-state';
import { addRowAfter, goToNextCell, isInTable } from 'prosemirror-tables';
import {
  insertBreak,
  toggleBold,
  toggleCode,
  toggleHeading,
  toggleItalic,
  toggleList,
  toggleQuote,
} from './commands.ts';
import { nodes } from './markdown/schema.ts';

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

interface Openers {
  openLink: () => void;
  openFind: () => void;
}

const opening =
  (open: () => void): Command =>
  (_state, dispatch) => {
    if (dispatch) open();
    return true;
  };

/** Tab is bound in lists and tables alone: elsewhere it leaves the field, as it does everywhere. */
export const editorKeys = ({ openLink, openFind }: Openers) => [
  keymap({
    'Mod-b': toggleBold,
    'Mod-i': toggleItalic,
    'Mod-e': toggleCode,
    'Mod-k': opening(openLink),
    'Mod-f': opening(openFind),
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    'Mod-Alt-2': toggleHeading(2),
    'Mod-Alt-3': toggleHeading(3),
    'Mod-Shift-7': toggleList(nodes.ordered_list),
    'Mod-Shift-8': toggleList(nodes.bullet_list),
    'Mod-Shift-9': toggleQuote,
    Backspace: undoInputRule,
    Enter: chainCommands(enterInCell, splitListItem(nodes.list_item)),
    'Shift-Enter': chainCommands(exitCode, insertBreak),
    Tab: chainCommands(nextCell, sinkListItem(nodes.list_item)),
    'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(nodes.list_item)),
  }),
  keymap(baseKeymap),
];
