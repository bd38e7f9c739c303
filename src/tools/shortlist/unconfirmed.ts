import type { Model } from './model.ts';
import { heftOf } from './questions.ts';

/** A vendor's unconfirmed criteria, by name: must-haves first, then by weight. */
export interface Unconfirmed {
  slug: string;
  name: string;
  criteria: readonly string[];
}

/** How many names of each vendor one page holds: less of many vendors, and in smaller letters. */
const NAMED = { roomy: 5, dense: 2 } as const;
const MAX_ROOMY = 4;

export type Density = keyof typeof NAMED;

export const densityOf = ({ vendors }: Pick<Model, 'vendors'>): Density =>
  vendors.length > MAX_ROOMY ? 'dense' : 'roomy';

export const listUnconfirmed = ({ vendors, rows }: Pick<Model, 'vendors' | 'rows'>) => {
  const byWeight = (column: number) =>
    rows
      .filter(({ answers }) => answers[column] === null)
      .toSorted((a, b) => heftOf(b.criterion.weight) - heftOf(a.criterion.weight))
      .map(({ name }) => name);
  return vendors.map(
    ({ slug, name }, column): Unconfirmed => ({ slug, name, criteria: byWeight(column) }),
  );
};

/** The weightiest by name, and those that are left to the annex. */
export const splitUnconfirmed = ({ criteria }: Unconfirmed, density: Density) => {
  const named = NAMED[density];
  const [names, rest] = [criteria.slice(0, named).join(', '), criteria.slice(named)];
  if (names === '') return { onPage: 'nothing', rest };
  return {
    onPage: rest.length > 0 ? `${names}, and ${rest.length} more, in the annex` : names,
    rest,
  };
};
