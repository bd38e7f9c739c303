import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { adminItemQuery, adminListQuery } from '#admin/api/admin-queries.ts';
import { collectionNamed } from '#admin/collections.ts';
import { type AnyItem, type Collection, slugFieldOf } from '#kit/collection.ts';
import { slugify } from '#platform/text/slugify.ts';
import { useDebounced } from '#ui/use-debounced.ts';

const SHOWN = 50;

/** An item is referred to by its id, or in a list by its slug. */
export type ItemKey = number | string;

export interface Choice<K extends ItemKey> {
  key: K;
  label: string;
}

export const titleOf = (collection: Collection | undefined, item: AnyItem): string =>
  String(item[collection?.title ?? 'id'] ?? `#${item.id}`);

export const slugOf = (collection: Collection | undefined, item: AnyItem): string =>
  String(item[(collection && slugFieldOf(collection)) ?? 'id']);

/** The first items of a collection that match the typed words, found by the server. */
export const useMatches = (name: string, term: string, isOpen: boolean) => {
  const asked = useDebounced(term.trim());
  const { data, isPending, isPlaceholderData } = useQuery({
    ...adminListQuery('/api/{name}', { name, limit: SHOWN, view: 'card', q: asked }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  // Matches of earlier words still label chosen items, but are not meant to be chosen.
  const isLate = isPending || isPlaceholderData || asked !== term.trim();
  return { items: data?.items ?? [], total: data?.total ?? 0, isLate };
};

/** A list may hold plain words beside its slugs, and digits alone are an id to the server. */
export const canBeKey = (key: ItemKey): boolean =>
  typeof key === 'number' || (key === slugify(key) && /\D/.test(key));

/** Labels of the chosen keys: a missing item keeps its number, plain words are their own label. */
export const useChosen = <K extends ItemKey>(
  name: string,
  keys: readonly K[],
  loaded: readonly Choice<K>[],
): Choice<K>[] => {
  const collection = collectionNamed(name);
  const labels = new Map(loaded.map(({ key, label }) => [key, label]));
  const asked = keys.filter((key) => !labels.has(key) && canBeKey(key));
  const found = useQueries({ queries: asked.map((key) => adminItemQuery(name, key)) });
  return keys.map((key) => {
    const item = found[asked.indexOf(key)]?.data;
    const own = typeof key === 'number' ? `#${key}` : String(key);
    return { key, label: labels.get(key) ?? (item ? titleOf(collection, item) : own) };
  });
};
