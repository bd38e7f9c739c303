import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands';
import { redo } from 'prosemirror-history';
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import type { Command } from 'prosemirror-state';
import { addRowAfter, goToNextCell, isInTable } from 'prosemirror-tables';
import { insertBreak, leaveCode, type OpenPart, openFence, type Part } from './commands.ts';
import { FORMATS, HISTORY } from './formats.ts';
import { nodes } from './markdown/schema.ts';
import { arrowInCell } from './tables.ts';

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

const opening =
  (open: OpenPart, part: Part): Command =>
  (_state, dispatch) => {
    if (dispatch) open(part);
    return true;
  };

/** Tab is bound in lists and tables alone: elsewhere it leaves the field, as it does everywhere. */
export const editorKeys = (open: OpenPart) => [
  keymap({
    ...Object.fromEntries(
      [...FORMATS, ...HISTORY].flatMap(({ keys, run }) => (keys ? [[keys, run]] : [])),
    ),
    'Mod-k': opening(open, 'link'),
    'Mod-f': opening(open, 'find'),
    'Mod-Shift-z': redo,
    Backspace: undoInputRule,
    Enter: chainCommands(enterInCell, openFence, leaveCode, splitListItem(nodes.list_item)),
    ArrowDown: arrowInCell(1),
    ArrowUp: arrowInCell(-1),
    'Shift-Enter': chainCommands(exitCode, insertBreak),
    Tab: chainCommands(nextCell, sinkListItem(nodes.list_item)),
    'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(nodes.list_item)),
  }),
  keymap(baseKeymap),
];
