import type { AdminSearch } from '#admin/address.ts';
import type { Collection } from '#kit/collection.ts';

export const PAGE_SIZE = 50;

export interface ListView {
  q: string;
  status: string;
  sort: string;
  page: number;
}

export const readView = (search: AdminSearch): ListView => {
  const page = Number.parseInt(search.page ?? '', 10);
  return {
    q: search.q ?? '',
    status: search.status ?? '',
    sort: search.sort ?? '',
    page: Math.max(1, page || 1),
  };
};

/** What makes an item public is called Published or Active, as its flag is. */
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

/** Search terms are listed whole (spec, section 2); every other list goes in pages. */
export const isPaged = (collection: Collection): boolean =>
  collection.fields.searchVolume === undefined;

const SHOWN_FIELDS = ['category', 'slug', 'autoLink', 'displayOrder'];

/** Short answers do where they carry everything that a card shows. */
const fitsCardView = (collection: Collection): boolean => {
  const given: string[] = [...collection.card, 'displayOrder', collection.visible?.field ?? ''];
  const shown = [collection.title, collection.body ?? collection.title, ...SHOWN_FIELDS];
  return shown.every((key) => !collection.fields[key] || given.includes(key));
};

export const listPath = (collection: Collection, view: ListView): string => {
  const query = new URLSearchParams();
  const set = (key: string, value: string) => value !== '' && query.set(key, value);
  if (isPaged(collection)) {
    set('limit', String(PAGE_SIZE));
    set('offset', view.page > 1 ? String((view.page - 1) * PAGE_SIZE) : '');
  }
  set('q', view.q);
  set('status', view.status);
  set('sort', view.sort);
  if (fitsCardView(collection)) set('view', 'card');
  const text = query.toString();
  return text === '' ? `/api/${collection.name}` : `/api/${collection.name}?${text}`;
};

export const pagesOf = (collection: Collection, total: number): number =>
  isPaged(collection) ? Math.max(1, Math.ceil(total / PAGE_SIZE)) : 1;
