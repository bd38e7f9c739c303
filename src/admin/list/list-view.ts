import type { AdminSearch } from '#admin/address.ts';
import { formatDay } from '#admin/format-date-time.ts';
import type { RowProps } from '#admin/keys/use-row-keys.ts';
import {
  type AnyItem,
  type Collection,
  fieldEntries,
  keysOf,
  slugFieldOf,
} from '#kit/collection.ts';
import { type Field, labelOf } from '#kit/fields.ts';
import { pageOf, partOf } from './list-page.ts';
import type { useItemActions } from './use-item-actions.ts';
import type { Selection } from './use-selection.ts';

export interface Column {
  key: string;
  label: string;
  show: (value: unknown) => string;
}

const showText = (value: unknown) => [value ?? ''].flat().map(String).join(', ') || '—';
const showDay = (value: unknown) => formatDay(String(value ?? '')) || '—';

const SHOWERS: Partial<Record<Field['kind'], Column['show']>> = {
  flag: (value) => (value === true ? 'Yes' : 'No'),
  date: showDay,
};

/** Columns that a table of these items can show beside their titles: facts, not long texts and not numbers of other items. */
export const columnsOf = (collection: Collection): Column[] => [
  ...fieldEntries(collection).flatMap(([key, field]): Column[] => {
    const isShort = ['text', 'slug', 'link', 'choice', 'list', 'integer', 'flag', 'date'];
    if (key === collection.title || !isShort.includes(field.kind)) return [];
    return [{ key, label: labelOf(key, field), show: SHOWERS[field.kind] ?? showText }];
  }),
  { key: 'updatedAt', label: 'Changed', show: showDay },
  { key: 'createdAt', label: 'Created', show: showDay },
];

/** The columns of an address that these items have, in the order of the definition; none is a list of cards. */
export const readColumns = (collection: Collection, address = ''): Column[] => {
  const asked = address.split(',');
  return columnsOf(collection).filter(({ key }) => asked.includes(key));
};

/** Fields whose values stand on a card, with their labels there. */
export type CardFacts = readonly (readonly [key: string, label: string])[];

export const usualFacts = (collection: Collection): CardFacts => {
  const usual: CardFacts = [
    ['category', 'Category'],
    ['displayOrder', 'Order'],
    [slugFieldOf(collection) ?? '', 'Slug'],
  ];
  return usual.filter(([key]) => collection.fields[key]);
};

export const factsOf = (item: AnyItem, facts: CardFacts) =>
  facts.map(([key, label]) => ({ label, value: String(item[key] ?? '') || '—' }));

/** How a type's list differs from the usual one. */
export interface ListShape {
  /** All of it at once, instead of pages. */
  isWhole?: boolean;
  facts?: CardFacts;
}

/** The parts that the rows of a list are drawn from. */
export interface RowParts<Item> {
  items: readonly Item[];
  selection: Selection;
  actions: ReturnType<typeof useItemActions>;
  rowProps: (row: string) => RowProps;
}

export const readView = (search: AdminSearch) => ({
  q: search.q ?? '',
  status: search.status ?? '',
  sort: search.sort ?? '',
  /** Conditions by field, see `parseFilters`. */
  filter: search.filter ?? '',
  page: pageOf(search),
});

export type ListView = ReturnType<typeof readView>;

/** Public items are called Published, Active or Enabled, by their flag. */
export const statusWords = (collection: Collection) => {
  const { visible } = collection;
  if (!visible) return null;
  if (visible.field === 'isActive')
    return { on: 'Active', off: 'Inactive', verbs: ['Activate', 'Deactivate'] } as const;
  if (visible.field === 'isEnabled')
    return { on: 'Enabled', off: 'Disabled', verbs: ['Enable', 'Disable'] } as const;
  return { on: 'Published', off: 'Draft', verbs: ['Publish', 'Unpublish'] } as const;
};

export const sortOptions = ({ title }: Collection) => [
  { value: '', label: 'Site order' },
  { value: title, label: 'A to Z' },
  { value: `-${title}`, label: 'Z to A' },
  { value: '-updatedAt', label: 'Last changed' },
  { value: 'updatedAt', label: 'Longest unchanged' },
  { value: '-createdAt', label: 'Newest' },
];

/** Cards do where they carry everything that is shown of an item: as a card, and in the columns. */
const areCardsEnough = (collection: Collection, columns: readonly Column[]): boolean => {
  const given = [...keysOf(collection, true), 'updatedAt', 'createdAt'];
  const onCard = [collection.title, collection.body, 'category', 'slug', 'autoLink'];
  const shown = [
    ...onCard.filter((key) => key && collection.fields[key]),
    ...columns.map(({ key }) => key),
  ];
  return shown.every((key) => key && given.includes(key));
};

/** The part of a list that an address of its tab names, as the API is asked for it. */
export const listParams = (
  collection: Collection,
  search: AdminSearch,
  { isWhole = false }: ListShape = {},
) => {
  const { page, ...narrowed } = readView(search);
  const columns = readColumns(collection, search.columns);
  const isCard = areCardsEnough(collection, columns);
  return {
    ...(isWhole ? {} : partOf(page)),
    ...narrowed,
    view: isCard ? ('card' as const) : undefined,
  };
};
