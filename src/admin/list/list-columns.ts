import { formatDay } from '#admin/format-date-time.ts';
import { type Collection, fieldEntries, keysOf } from '#kit/collection.ts';
import { type Field, labelOf } from '#kit/fields.ts';

export interface Column {
  key: string;
  label: string;
  show: (value: unknown) => string;
}

const showText = (value: unknown) => [value ?? ''].flat().map(String).join(', ') || '—';
const showFlag = (value: unknown) => (value === true ? 'Yes' : 'No');
const showDay = (value: unknown) => formatDay(String(value ?? '')) || '—';

const showerOf = (kind: Field['kind']) => {
  if (kind === 'flag') return showFlag;
  return kind === 'date' ? showDay : showText;
};

/** What a table of these items can show beside their titles: facts, not long texts and not numbers of other items. */
export const columnsOf = (collection: Collection): Column[] => [
  ...fieldEntries(collection).flatMap(([key, field]): Column[] => {
    const isShort = ['text', 'slug', 'link', 'choice', 'list', 'integer', 'flag', 'date'];
    if (key === collection.title || !isShort.includes(field.kind)) return [];
    return [{ key, label: labelOf(key, field), show: showerOf(field.kind) }];
  }),
  { key: 'updatedAt', label: 'Changed', show: showDay },
  { key: 'createdAt', label: 'Created', show: showDay },
];

/** The columns of an address that these items have, in the order of the definition; none is a list of cards. */
export const readColumns = (collection: Collection, address = ''): Column[] => {
  const asked = address.split(',');
  return columnsOf(collection).filter(({ key }) => asked.includes(key));
};

/** Whether what a card carries is enough to show them. */
export const areOnCards = (collection: Collection, columns: readonly Column[]): boolean => {
  const given = [...keysOf(collection, true), 'updatedAt', 'createdAt'];
  return columns.every(({ key }) => given.includes(key));
};
