import type { Command } from 'prosemirror-state';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
} from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';

const TOOLS: readonly [string, Command][] = [
  ['Row below', addRowAfter],
  ['Column right', addColumnAfter],
  ['Delete row', deleteRow],
  ['Delete column', deleteColumn],
  ['Delete table', deleteTable],
];

/** Shown while the cursor is in a table. */
export function TableTools({ view }: { view: EditorView }) {
  return (
    <fieldset
      aria-label="Table"
      className="flex gap-1 overflow-x-auto border-b border-line bg-sunken px-2"
    >
      {TOOLS.map(([label, run]) => (
        <button
          key={label}
          type="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            run(view.state, view.dispatch);
            view.focus();
          }}
          className="min-h-11 shrink-0 px-2 text-xs text-soft hover:text-accent sm:min-h-8"
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
