import { useState } from 'react';

/** The chosen items among those that a list shows; hidden ones do not count. */
export const selectedOf = (shown: readonly number[], chosen: ReadonlySet<number>): number[] =>
  shown.filter((id) => chosen.has(id));

export const withChosen = (
  chosen: ReadonlySet<number>,
  ids: readonly number[],
  isChosen: boolean,
): ReadonlySet<number> => (isChosen ? chosen.union(new Set(ids)) : chosen.difference(new Set(ids)));

export const useSelection = (shown: readonly number[]) => {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  return {
    shown,
    selected: selectedOf(shown, chosen),
    has: (id: number) => chosen.has(id),
    select: (ids: readonly number[], isChosen: boolean) =>
      setChosen((before) => withChosen(before, ids, isChosen)),
    clear: () => setChosen(new Set()),
  };
};

export type Selection = ReturnType<typeof useSelection>;
