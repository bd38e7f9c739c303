import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import type { Selection } from '#admin/list/use-selection.ts';
import type { Collection } from '#kit/collection.ts';
import { isFreeKey, useSingleKeys } from './single-keys.ts';

interface RowKeys {
  /** The rows, in order, each by a name of its own. */
  rows: readonly string[];
  /** The effect of a key on the current row: 'v', 'Enter'. */
  actions: Readonly<Record<string, ((row: string) => void) | undefined>>;
}

const STEPS: Partial<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** They work on the marked row from anywhere; any other key first brings the focus there, so that it is seen. */
const FROM_ANYWHERE = /^[euv/]$/;
/** They need no row, and so do something in an empty list too. */
const WITHOUT_ROW = /^[u/]$/;
/** Keys that buttons and links have a use for themselves. */
const OF_CONTROLS = /^(?:Enter|Arrow\w+)$/;

/**
 * J and K, and keys of its own, for the rows of a list: from the moment it is there, wherever the focus is outside
 * fields. Tab leads to the current row alone; when the row that has the focus goes, the one in its place takes it.
 */
export const useRowKeys = <List extends HTMLElement>({ rows, actions }: RowKeys) => {
  const list = useRef<List>(null);
  const [current, setCurrent] = useState({ row: '', at: 0 });
  const hasFocus = useRef(false);
  const isOn = useSingleKeys();
  const at = rows.indexOf(current.row);
  // Rows before it come and go.
  if (at !== -1 && at !== current.at) setCurrent({ row: current.row, at });
  const active = at !== -1 ? current.row : (rows[current.at] ?? rows.at(-1) ?? '');

  const find = (row: string) =>
    list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`);
  const focus = (row: string | undefined) => {
    if (row !== undefined) find(row)?.focus();
  };

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || !isFreeKey(event)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const target = event.target instanceof Element ? event.target : null;
    const isInRow = target !== null && find(active)?.contains(target) === true;
    if (OF_CONTROLS.test(key) && (!isInRow || target.closest('button, a, summary'))) return;
    const step = STEPS[key];
    if (step !== undefined) focus(isInRow ? rows[rows.indexOf(active) + step] : active);
    else if (!actions[key] || (rows.length === 0 && !WITHOUT_ROW.test(key))) return;
    else if (!isInRow && !FROM_ANYWHERE.test(key)) focus(active);
    else if (!event.repeat) actions[key](active);
    event.preventDefault();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    // Before the site's own search, which `/` opens elsewhere.
    document.addEventListener('keydown', hear, true);
    return () => document.removeEventListener('keydown', hear, true);
  }, []);

  const catchFocus = useEffectEvent((shown: string) => {
    const isLost = document.activeElement === document.body;
    if (shown !== '' && hasFocus.current && isLost) focus(active);
  });
  const shown = rows.join();
  useEffect(() => catchFocus(shown), [shown]);

  const rowProps = (row: string) => ({
    'data-row': row,
    'aria-current': row === active ? ('true' as const) : undefined,
    tabIndex: row === active ? 0 : -1,
    onFocus: () => {
      hasFocus.current = true;
      setCurrent({ row, at: rows.indexOf(row) });
    },
    // Not heard when the row itself goes.
    onBlur: () => {
      hasFocus.current = false;
    },
  });

  return { list, active, focus, rowProps };
};

export type RowProps = ReturnType<ReturnType<typeof useRowKeys>['rowProps']>;

/** The keys of a list of items: J and K move, E opens, X selects what may be selected, / searches. */
export const useListKeys = <List extends HTMLElement>(
  collection: Collection,
  items: readonly { id: number }[],
  selection: Selection,
) => {
  const { search, goTo } = useAdminAddress();
  const { list, rowProps } = useRowKeys<List>({
    rows: items.map(({ id }) => String(id)),
    actions: {
      e: (row) => void goTo(adminHref(collection, Number(row), search)),
      x: (row) => {
        const id = Number(row);
        if (selection.shown.includes(id)) selection.select([id], !selection.has(id));
      },
      '/': () => document.querySelector<HTMLElement>('main input[type="search"]')?.focus(),
    },
  });
  return { list, rowProps };
};
