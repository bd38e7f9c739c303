import { adminHref, useAdminAddress } from '#admin/address.ts';
import type { Selection } from '#admin/list/use-selection.ts';
import type { Collection } from '#kit/collection.ts';
import { useRowKeys } from './use-row-keys.ts';

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
