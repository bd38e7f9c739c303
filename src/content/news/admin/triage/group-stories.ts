import type { ResponseOf } from '#client/api-calls.ts';

export type Story = ResponseOf<'get', '/api/news/stories'>[number];

interface Grouped<Item> {
  item: Item;
  /** Stands below an article that tells the same story. */
  isSeenAbove: boolean;
  /** Those of its story that are not on this page. */
  elsewhere: Story['others'];
}

/** Articles of one story stand together, below the first of them; the order stays otherwise. */
export const groupStories = <Item extends { id: number }>(
  items: readonly Item[],
  stories: readonly Story[],
): Grouped<Item>[] => {
  const othersOf = new Map(stories.map(({ id, others }) => [id, others]));
  const shown = new Set(items.map(({ id }) => id));
  const placed = new Set<number>();
  const place = (item: Item, isSeenAbove: boolean): Grouped<Item>[] => {
    if (placed.has(item.id)) return [];
    placed.add(item.id);
    const others = othersOf.get(item.id) ?? [];
    const below = items.filter(({ id }) => others.some((other) => other.id === id));
    const elsewhere = isSeenAbove ? [] : others.filter(({ id }) => !shown.has(id));
    return [{ item, isSeenAbove, elsewhere }, ...below.flatMap((one) => place(one, true))];
  };
  return items.flatMap((item) => place(item, false));
};
