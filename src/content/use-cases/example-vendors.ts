/** The spec takes examples from the first three (P8.06). */
export const POOL = 3;

/** Section i names vendors i and i + 1 of the first three, in turn. */
export const examplesFor = <V>(vendors: readonly V[], index: number): V[] => {
  const pool = vendors.slice(0, POOL);
  if (pool.length < 2) return pool;
  return [index, index + 1].flatMap((at) => pool[at % pool.length] ?? []);
};
