import type { Model } from './model.ts';
import type { Weight } from './score.ts';

/** What of a vendor nobody has confirmed, by name: must-haves first, then by weight. */
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

/** A must-have stands above every weight. */
const rankOf = (weight: Weight): number => (weight === 'must' ? 10 : weight);

export const listUnconfirmed = ({ vendors, rows }: Pick<Model, 'vendors' | 'rows'>) => {
  const byWeight = (column: number) =>
    rows
      .filter(({ answers }) => answers[column] === null)
      .toSorted((a, b) => rankOf(b.criterion.weight) - rankOf(a.criterion.weight))
      .map(({ name }) => name);
  return vendors.map(
    ({ slug, name }, column): Unconfirmed => ({ slug, name, criteria: byWeight(column) }),
  );
};

/** The weightiest by name; the annex names all. */
export const sayUnconfirmed = ({ criteria }: Unconfirmed, density: Density): string => {
  if (criteria.length === 0) return 'nothing';
  const named = NAMED[density];
  const more = criteria.length - named;
  const names = criteria.slice(0, named).join(', ');
  return more > 0 ? `${names}, and ${more} more, in the annex` : names;
};
