import type { EditorView } from 'prosemirror-view';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import type { OpenPart } from '#admin/writing/commands.ts';
import { chooseSlashItem, type SlashState } from '#admin/writing/slash-menu.ts';

interface SlashListProps {
  view: EditorView;
  menu: SlashState;
  open: OpenPart;
}

const WIDTH = 208;
const HEIGHT = 288;
const GAP = 4;

/** Below the line where there is room for the list or more of it than above, inside the viewport. */
const placeAt = (line: { top: number; bottom: number; left: number }) => {
  const seen = window.visualViewport;
  const top = seen?.offsetTop ?? 0;
  const height = seen?.height ?? window.innerHeight;
  const above = line.top - top - 2 * GAP;
  const below = top + height - line.bottom - 2 * GAP;
  const left = Math.max(GAP, Math.min(line.left, window.innerWidth - WIDTH - GAP));
  return below >= HEIGHT || below >= above
    ? { left, top: line.bottom + GAP, maxHeight: Math.min(HEIGHT, below) }
    : {
        left,
        bottom: window.innerHeight - line.top + GAP,
        maxHeight: Math.min(HEIGHT, above),
      };
};

/** Calls back whenever the viewport moves: a scroll anywhere, or a phone's keyboard. */
const useMovement = (onMove: () => void) =>
  useEffect(() => {
    const seen = window.visualViewport;
    document.addEventListener('scroll', onMove, { capture: true, passive: true });
    seen?.addEventListener('resize', onMove);
    return () => {
      document.removeEventListener('scroll', onMove, { capture: true });
      seen?.removeEventListener('resize', onMove);
    };
  }, [onMove]);

/** The '/' menu at its line; the text itself handles arrows and Enter. */
export function SlashList({ view, menu, open }: SlashListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [, placeAgain] = useReducer((count: number) => count + 1, 0);
  useMovement(placeAgain);
  // As a popover it lies above the form, whose edges would cut it off.
  useLayoutEffect(() => list.current?.showPopover(), []);
  useLayoutEffect(() => {
    list.current?.children[menu.active]?.scrollIntoView({ block: 'nearest' });
  }, [menu]);
  return (
    <div
      ref={list}
      popover="manual"
      id="slash-menu"
      role="listbox"
      aria-label="Insert"
      className="fixed inset-auto m-0 w-52 overflow-y-auto overscroll-contain border border-rule bg-raised p-0 text-ink shadow-float"
      style={placeAt(view.coordsAtPos(menu.from))}
    >
      {menu.items.map((item, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus and names the active one
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text hears the keys
        <div
          key={item.label}
          id={`slash-menu-${index}`}
          role="option"
          aria-selected={index === menu.active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => chooseSlashItem(view, item, open)}
          className="flex min-h-10 cursor-pointer items-center px-3 text-sm aria-selected:bg-accent-wash aria-selected:text-accent"
        >
          {item.label}
        </div>
      ))}
    </div>
  );
}
