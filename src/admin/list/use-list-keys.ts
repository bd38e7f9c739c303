import { useEffect, useEffectEvent, useRef } from 'react';

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1, arrowdown: 1, arrowup: -1 };
const OWN_KEYS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Fields and dialogs keep their own keys. */
const hasOwnKeys = (target: EventTarget | null) =>
  target instanceof Element && target.closest(OWN_KEYS) !== null;

/** What a letter does to the row that has the focus, counted from 0. */
export type RowKeys = Readonly<Record<string, ((row: number) => void) | undefined>>;

/**
 * Keys of a list whose rows are marked `data-row` and can have the focus. J and K move from anywhere on the page, the
 * arrows from a row; `/` leads to the search of the list's section; other letters are the list's own.
 */
export const useListKeys = <List extends HTMLElement>(keys: RowKeys) => {
  const list = useRef<List>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!list.current || hasOwnKeys(event.target)) return;
    const rows = [...list.current.querySelectorAll<HTMLElement>('[data-row]')];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const key = event.key.toLowerCase();
    const step = STEPS[key];
    const search = list.current
      .closest('section[aria-labelledby]')
      ?.querySelector<HTMLElement>('input[type="search"]');
    if (key === '/' && search) search.focus();
    else if (step !== undefined && (at >= 0 || !key.startsWith('arrow')))
      rows[Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus();
    else if (at >= 0 && keys[key] && !event.repeat) keys[key](at);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    // Before the page's own search, which `/` opens elsewhere.
    document.addEventListener('keydown', hear, true);
    return () => document.removeEventListener('keydown', hear, true);
  }, []);
  return list;
};
