import type { AdminSearch } from '#admin/address.ts';
import type { Collection } from '#kit/collection.ts';
import type { CardFacts } from './item-facts.ts';
import { areOnCards, type Column } from './list-columns.ts';
import { pageOf, partOf } from './list-page.ts';

/** How a type's list differs from the usual one. */
export interface ListShape {
  /** All of it at once, instead of pages. */
  isWhole?: boolean;
  /** Instead of category, order and slug. */
  facts?: CardFacts;
}

export interface ListView {
  q: string;
  status: string;
  sort: string;
  /** Conditions by field, see `parseFilters`. */
  filter: string;
  page: number;
}

export const readView = (search: AdminSearch): ListView => ({
  q: search.q ?? '',
  status: search.status ?? '',
  sort: search.sort ?? '',
  filter: search.filter ?? '',
  page: pageOf(search),
});

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

const SHOWN_FIELDS = ['category', 'slug', 'autoLink', 'displayOrder'];

/** Cards do where they carry everything that a card shows. */
const fitsCardView = (collection: Collection): boolean => {
  const given: string[] = [...collection.card, 'displayOrder', collection.visible?.field ?? ''];
  const shown = [collection.title, collection.body ?? collection.title, ...SHOWN_FIELDS];
  return shown.every((key) => !collection.fields[key] || given.includes(key));
};

export const listParams = (
  collection: Collection,
  { q, status, sort, filter, page }: ListView,
  { isWhole = false, columns = [] }: ListShape & { columns?: readonly Column[] } = {},
) => ({
  name: collection.name,
  ...(isWhole ? {} : partOf(page)),
  q,
  status,
  sort,
  filter,
  view: fitsCardView(collection) && areOnCards(collection, columns) ? 'card' : undefined,
});
