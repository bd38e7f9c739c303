import { type Command, Plugin, Selection, TextSelection } from 'prosemirror-state';
import { isInTable, nextCell, selectionCell } from 'prosemirror-tables';
import { nodes } from './markdown/schema.ts';

/** Up and down go from cell to cell. The library's own keys look for blocks in cells, and a Markdown cell has none. */
export const arrowInCell =
  (step: 1 | -1): Command =>
  (state, dispatch, view) => {
    const { selection, doc } = state;
    if (!(selection instanceof TextSelection) || !selection.empty || !isInTable(state))
      return false;
    if (view && !view.endOfTextblock(step > 0 ? 'down' : 'up')) return false;
    const $cell = selectionCell(state);
    const $next = nextCell($cell, 'vert', step);
    if ($next) {
      const offset = Math.min(selection.$head.parentOffset, $next.nodeAfter?.content.size ?? 0);
      const at = TextSelection.create(doc, $next.pos + 1 + offset);
      dispatch?.(state.tr.setSelection(at).scrollIntoView());
      return true;
    }
    const edge = step > 0 ? $cell.after(-1) : $cell.before(-1);
    const beyond = Selection.findFrom(doc.resolve(edge), step);
    if (!beyond) return false;
    dispatch?.(state.tr.setSelection(beyond).scrollIntoView());
    return true;
  };

/** Below a table at the end there is a line to go on, and a pasted table leaves the cursor there, not in its last cell. */
export const lineAfterTable = () =>
  new Plugin({
    appendTransaction: (transactions, before, { doc, selection, tr }) => {
      if (!transactions.some((each) => each.docChanged)) return null;
      if (doc.lastChild?.type === nodes.table)
        tr.insert(doc.content.size, nodes.paragraph.create()).setMeta('addToHistory', false);
      const isPasted = transactions.some((each) => each.getMeta('paste') === true);
      const { $head } = selection;
      if (isPasted && !isInTable(before) && $head.node(1)?.type === nodes.table)
        tr.setSelection(Selection.near(tr.doc.resolve($head.after(1)), 1));
      return tr.docChanged || tr.selectionSet ? tr : null;
    },
  });
