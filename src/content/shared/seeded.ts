/** At most `count` of the items, chosen and ordered by the seed alone. */
export function seededPick<T>(items: readonly T[], count: number, seed: string): T[] {
  const next = makeRandom(seed);
  const order = [...items];
  const picks = Math.min(Math.max(0, count), order.length);
  for (let i = 0; i < picks; i += 1) {
    const j = i + Math.floor(next() * (order.length - i));
    const chosen = order[j] as T;
    order[j] = order[i] as T;
    order[i] = chosen;
  }
  return order.slice(0, picks);
}

/** FNV-1a makes a number of the seed, mulberry32 a series of it. */
function makeRandom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i += 1) {
    state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}
