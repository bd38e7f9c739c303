/** At most `count` of the items, chosen and ordered by the seed alone. */
export function seededPick<T>(items: readonly T[], count: number, seed: string): T[] {
  return items
    .map((item, at) => ({ item, rank: hashOf(`${seed} ${at}`) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, Math.max(0, count))
    .map(({ item }) => item);
}

/** FNV-1a, its bits mixed once more, so that seeds that end alike give other orders. */
const hashOf = (text: string): number => {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1)
    state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  return Math.imul(state ^ (state >>> 15), 0x85ebca6b) >>> 0;
};
