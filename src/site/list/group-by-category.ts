import { NO_CATEGORY } from '#platform/words.ts';

/** Categories in the order in which the list names them, each with its items. */
export const groupByCategory = <Item extends { category: string | null }>(
  items: readonly Item[],
): [category: string, items: Item[]][] => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = item.category || NO_CATEGORY;
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return [...groups];
};
