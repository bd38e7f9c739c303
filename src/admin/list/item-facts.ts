import { type AnyItem, type Collection, slugFieldOf } from '#kit/collection.ts';

export interface Fact {
  label: string;
  value: string;
}

const show = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '—' : String(value);

const TERM_FACTS: readonly [string, string][] = [
  ['targetPage', 'Target page'],
  ['searchVolume', 'Volume'],
  ['difficulty', 'Difficulty'],
  ['pageTitle', 'Page title'],
  ['currentRanking', 'Current ranking'],
  ['targetRanking', 'Target ranking'],
];

/** The small facts on a card: category, order and slug, or what a search term is watched for. */
export const factsOf = (collection: Collection, item: AnyItem): Fact[] => {
  const { fields } = collection;
  if (fields.searchVolume) {
    return TERM_FACTS.map(([key, label]) => ({ label, value: show(item[key]) }));
  }
  const slugField = slugFieldOf(collection);
  return [
    ...(fields.category ? [{ label: 'Category', value: show(item.category) }] : []),
    ...(fields.displayOrder ? [{ label: 'Order', value: show(item.displayOrder) }] : []),
    ...(slugField ? [{ label: 'Slug', value: show(item[slugField]) }] : []),
  ];
};
