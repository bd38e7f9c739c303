import type { AdminSearch } from '#admin/address.ts';
import { formatDay } from '#admin/format-date-time.ts';
import { type AnyItem, type Collection, keysOf, slugFieldOf } from '#kit/collection.ts';
import { pageOf, partOf } from './list-page.ts';
import type { useItemActions } from './use-item-actions.ts';
import type { Selection } from './use-selection.ts';

export interface Column {
  key: string;
  label: string;
}

const usualColumns = (collection: Collection): Column[] =>
  [
    { key: collection.visible?.field ?? '', label: 'Status' },
    { key: 'category', label: 'Category' },
    { key: 'displayOrder', label: 'Order' },
    { key: slugFieldOf(collection) ?? '', label: 'Slug' },
    { key: 'updatedAt', label: 'Updated' },
  ].filter(({ key }) => key === 'updatedAt' || collection.fields[key]);

/** What the table of a type shows beside the titles, as its definition says it. */
export const columnsOf = (collection: Collection): Column[] => {
  const { columns } = collection;
  if (!columns) return usualColumns(collection);
  return Object.entries(columns).map(([key, label = key]) => ({ key, label }));
};

const isDate = (collection: Collection, key: string) =>
  key === 'updatedAt' || key === 'createdAt' || collection.fields[key]?.kind === 'date';

/** The name of what an item refers to, which a list says beside its id: `vendor` beside `vendorId`. */
const nameBeside = (item: AnyItem, key: string): unknown => {
  const named = item[key.replace(/Id$/, '')];
  return typeof named === 'object' && named && 'name' in named ? named.name : item[key];
};

/** A field of an item as a cell of the table shows it. */
export const showCell = (collection: Collection, item: AnyItem, key: string): string => {
  const kind = collection.fields[key]?.kind;
  if (isDate(collection, key)) return formatDay(String(item[key] ?? '')) || '—';
  if (kind === 'flag') return item[key] === true ? 'Yes' : 'No';
  const value = kind === 'reference' ? nameBeside(item, key) : item[key];
  return [value ?? ''].flat().map(String).join(', ') || '—';
};

/** What a card says of an item below its text: the columns, but for its state and its days. */
export const factsOf = (collection: Collection, item: AnyItem) =>
  columnsOf(collection)
    .filter(({ key }) => key !== collection.visible?.field && !isDate(collection, key))
    .map(({ key, label }) => ({ label, value: showCell(collection, item, key) }));

/** How a type's list differs from the usual one. */
export interface ListShape {
  /** All of it at once, instead of pages. */
  isWhole?: boolean;
}

/** The parts that the rows of a list are drawn from. */
export interface RowParts<Item> {
  items: readonly Item[];
  selection: Selection;
  actions: ReturnType<typeof useItemActions>;
}

/** A list that is narrowed by the values of a field: the parameter of its address, and the field. */
export interface Narrowing {
  param: string;
  key: string;
}

/** By category, where the type has one, and by what its definition names. */
export const narrowingsOf = ({ fields, narrowedBy = {} }: Collection): Narrowing[] => {
  const category = ['category', 'categories'].find((key) => fields[key]);
  return [
    ...(category ? [{ param: 'category', key: category }] : []),
    ...Object.entries(narrowedBy).map(([param, key]) => ({ param, key })),
  ];
};

/** The table, which some types have beside their cards. */
export const isTable = ({ hasCards }: Collection, search: AdminSearch): boolean =>
  !hasCards || search.as === 'table';

export const readView = (search: AdminSearch) => ({
  q: search.q ?? '',
  status: search.status ?? '',
  sort: search.sort ?? '',
  mine: search.mine ?? '',
  hasDraft: search.hasDraft ?? '',
  page: pageOf(search),
});

/** The values that an address narrows a type's list to, by parameter. */
const readNarrowed = (collection: Collection, search: AdminSearch) =>
  Object.fromEntries(narrowingsOf(collection).map(({ param }) => [param, search[param] ?? '']));

/** Whether an address leaves anything out of a type's list. */
export const isNarrowed = (collection: Collection, search: AdminSearch): boolean => {
  const { q, status, mine, hasDraft } = readView(search);
  const chosen = Object.values(readNarrowed(collection, search));
  return [q, status, mine, hasDraft, ...chosen].some((value) => value !== '');
};

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

/** Cards do where they carry everything that is shown of an item, as a card and in the table. */
const areCardsEnough = (collection: Collection): boolean => {
  const given = [...keysOf(collection, true), 'updatedAt', 'createdAt'];
  const onCard = [collection.title, collection.body ?? '', 'autoLink'];
  const shown = [
    ...onCard.filter((key) => collection.fields[key]),
    ...columnsOf(collection).map(({ key }) => key),
  ];
  return shown.every((key) => given.includes(key));
};

/** The part of a list that an address of its tab names, as the API is asked for it. */
export const listParams = (
  collection: Collection,
  search: AdminSearch,
  { isWhole = false }: ListShape = {},
) => {
  const { page, ...narrowed } = readView(search);
  return {
    ...(isWhole ? {} : partOf(page)),
    ...narrowed,
    ...readNarrowed(collection, search),
    view: areCardsEnough(collection) ? ('card' as const) : undefined,
  };
};
