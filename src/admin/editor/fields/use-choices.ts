import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { adminItemQuery, adminListQuery } from '#admin/api/admin-queries.ts';
import { registry } from '#content/index.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';

const SHOWN = 50;

export const collectionNamed = (name: string): Collection | undefined =>
  registry.find((collection) => collection.name === name);

export const titleOf = (collection: Collection | undefined, item: AnyItem): string =>
  String(item[collection?.title ?? 'id'] ?? `#${item.id}`);

/** The items of a collection that match what is typed: the first ones, found by the server. */
export const useMatches = (name: string, term: string, isOpen: boolean) => {
  const asked = useDeferredValue(term.trim());
  const query = new URLSearchParams({ limit: String(SHOWN), view: 'card' });
  if (asked !== '') query.set('q', asked);
  const { data, isPending } = useQuery({
    ...adminListQuery(`/api/${name}?${query}`),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  return { items: data?.items ?? [], total: data?.total ?? 0, isPending };
};

/** The chosen items by id; one that is gone keeps its number. */
export const useChosen = (name: string, ids: readonly number[], known: readonly AnyItem[]) => {
  const missing = ids.filter((id) => !known.some((item) => item.id === id));
  const found = useQueries({ queries: missing.map((id) => adminItemQuery(name, id)) });
  return ids.map((id) => {
    const item = known.find((other) => other.id === id) ?? found[missing.indexOf(id)]?.data;
    return { id, item: item ?? null };
  });
};
