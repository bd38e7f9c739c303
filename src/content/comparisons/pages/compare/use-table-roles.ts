import { type RefObject, useEffect, useRef } from 'react';

const ROLES = [
  ['thead, tbody', 'rowgroup'],
  ['tr', 'row'],
  ['th', 'rowheader'],
  ['th[scope=col]', 'columnheader'],
  ['td', 'cell'],
] as const;

/**
 * Spells out the roles of a table whose rows phones lay out as grids: Safari up to 16 takes them away with the layout.
 * Every other browser keeps them, so the page is served without (decision 0031).
 */
export function useTableRoles(): RefObject<HTMLTableElement | null> {
  const ref = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const table = ref.current;
    table?.setAttribute('role', 'table');
    for (const [selector, role] of ROLES) {
      for (const part of table?.querySelectorAll(selector) ?? []) part.setAttribute('role', role);
    }
  });
  return ref;
}
