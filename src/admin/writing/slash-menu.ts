import { type EditorState, Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import type { OpenPart } from './commands.ts';
import { nodes } from './markdown/schema.ts';
import { commandOf, TOOLS, type Tool } from './tools.ts';

export interface SlashState {
  /** Where the '/' stands. */
  from: number;
  items: readonly Tool[];
  active: number;
}

interface Menu {
  menu: SlashState | null;
  isDismissed: boolean;
}

const key = new PluginKey<Menu>('slash-menu');

export const slashStateOf = (state: EditorState): SlashState | null =>
  key.getState(state)?.menu ?? null;

/** Open while a paragraph begins with '/' and letters that some entry has. */
const findMenu = ({ selection }: EditorState): SlashState | null => {
  const { $from, empty } = selection;
  if (!empty || $from.parent.type !== nodes.paragraph) return null;
  const typed = /^\/([a-z ]{0,16})$/i.exec($from.parent.textBetween(0, $from.parentOffset));
  if (!typed) return null;
  const words = typed[1]?.trim().toLowerCase() ?? '';
  const items = TOOLS.filter(
    ({ label, isBlock }) => isBlock && label.toLowerCase().includes(words),
  );
  return items.length === 0 ? null : { from: $from.start(), items, active: 0 };
};

/** Removes the typed '/' and runs the entry. */
export const chooseSlashItem = (view: EditorView, item: Tool, open: OpenPart) => {
  const menu = slashStateOf(view.state);
  if (!menu) return;
  view.dispatch(view.state.tr.delete(menu.from, view.state.selection.from));
  view.focus();
  commandOf(item, open)(view.state, view.dispatch, view);
};

export const slashMenu = (open: OpenPart) =>
  new Plugin<Menu>({
    key,
    state: {
      init: () => ({ menu: null, isDismissed: false }),
      apply: (tr, before, _old, state) => {
        const found = findMenu(state);
        const meta: unknown = tr.getMeta(key);
        const isDismissed = found !== null && (before.isDismissed || meta === 'dismiss');
        if (!found || isDismissed) return { menu: null, isDismissed };
        return { menu: typeof meta === 'number' ? { ...found, active: meta } : found, isDismissed };
      },
    },
    props: {
      // The list stands at it (rich-text.css).
      decorations: (state) => {
        const menu = slashStateOf(state);
        const place = { style: 'anchor-name: --slash' };
        return menu
          ? DecorationSet.create(state.doc, [
              Decoration.inline(menu.from, state.selection.from, place),
            ])
          : null;
      },
      attributes: (state): Record<string, string> => {
        const menu = slashStateOf(state);
        if (!menu) return {};
        return {
          'data-menu-open': '',
          'aria-controls': 'slash-menu',
          'aria-activedescendant': `slash-menu-${menu.active}`,
        };
      },
      handleKeyDown: (view, event) => {
        const menu = slashStateOf(view.state);
        if (!menu) return false;
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step !== undefined) {
          const count = menu.items.length;
          view.dispatch(view.state.tr.setMeta(key, (menu.active + step + count) % count));
          return true;
        }
        if (event.key === 'Escape') {
          view.dispatch(view.state.tr.setMeta(key, 'dismiss'));
          return true;
        }
        const item = menu.items[menu.active];
        if (event.key !== 'Enter' || !item) return false;
        chooseSlashItem(view, item, open);
        return true;
      },
    },
  });
