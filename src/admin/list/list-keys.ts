import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAdminAddress } from '#admin/address.ts';

const TAKEN =
  'input:not([type="checkbox"]), textarea, select, form, [role="form"], [contenteditable="true"]';
const OPEN = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const STEPS: Partial<Record<string, number>> = { j: 1, k: -1 };

/** A key pressed alone, that neither a field nor a dialog waits for. */
const isFree = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  event.target instanceof Element &&
  !event.target.closest(TAKEN) &&
  !document.querySelector(OPEN);

/** Heard before the site's own search, which `/` opens elsewhere. */
const useHeardKeys = (press: (event: KeyboardEvent) => void) => {
  const hear = useEffectEvent(press);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => hear(event);
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
};

/** The / key goes to the search of a list. */
export const useSearchKey = () => {
  useHeardKeys((event) => {
    if (event.key !== '/' || !isFree(event)) return;
    event.preventDefault();
    document.querySelector<HTMLElement>('main input[type="search"]')?.focus();
  });
};

interface RowKeys {
  ids: readonly number[];
  hrefOf: (id: number) => string;
  onSelect: (id: number) => void;
}

/** The keys of the table: J and K go down and up its rows, X selects one, and Enter opens it. */
export const useRowKeys = ({ ids, hrefOf, onSelect }: RowKeys) => {
  const box = useRef<HTMLDivElement>(null);
  const { goTo } = useAdminAddress();
  const [current, setCurrent] = useState(ids[0]);
  const active = current !== undefined && ids.includes(current) ? current : ids[0];

  useHeardKeys((event) => {
    if (!isFree(event) || active === undefined) return;
    const find = (id: number) => box.current?.querySelector<HTMLElement>(`[data-row="${id}"]`);
    const row = find(active);
    const hasFocus = event.target instanceof Element && row?.contains(event.target) === true;
    const key = event.key.toLowerCase();
    const step = STEPS[key];
    if (step !== undefined) {
      const next = hasFocus ? ids[ids.indexOf(active) + step] : active;
      if (next !== undefined) find(next)?.focus();
    } else if (key === 'x' && hasFocus && !event.repeat) onSelect(active);
    else if (key === 'enter' && event.target === row) void goTo(hrefOf(active));
    else return;
    event.preventDefault();
  });

  const rowProps = (id: number) => ({
    'data-row': id,
    tabIndex: id === active ? 0 : -1,
    onFocus: () => setCurrent(id),
  });

  return { box, rowProps };
};
