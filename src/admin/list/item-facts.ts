import { type AnyItem, type Collection, slugFieldOf } from '#kit/collection.ts';

export interface Fact {
  label: string;
  value: string;
}

/** Fields whose values stand on a card, with their labels there. */
export type CardFacts = readonly (readonly [key: string, label: string])[];

const show = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '—' : String(value);

/** Category, order and slug, of those that a type has. */
export const usualFacts = (collection: Collection): CardFacts => {
  const usual: CardFacts = [
    ['category', 'Category'],
    ['displayOrder', 'Order'],
    [slugFieldOf(collection) ?? '', 'Slug'],
  ];
  return usual.filter(([key]) => collection.fields[key]);
};

/** The small facts on a card. */
export const factsOf = (item: AnyItem, facts: CardFacts): Fact[] =>
  facts.map(([key, label]) => ({ label, value: show(item[key]) }));
