import { hashOf } from '#ui/name-mark.ts';

/** At most `count` of the items, chosen and ordered by the seed alone. */
export function seededPick<T>(items: readonly T[], count: number, seed: string): T[] {
  return items
    .map((item, at) => ({ item, rank: mixed(hashOf(`${seed} ${at}`)) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, Math.max(0, count))
    .map(({ item }) => item);
}

/** So that seeds that end alike give other orders. */
const mixed = (hash: number): number => Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0;
