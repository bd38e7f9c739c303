const bigrams = (text: string) => {
  const plain = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return new Set(
    Array.from({ length: Math.max(plain.length - 1, 0) }, (_, i) => plain.slice(i, i + 2)),
  );
};

const likeness = (first: ReadonlySet<string>, second: ReadonlySet<string>) => {
  const shared = first.intersection(second).size;
  return shared === 0 ? 0 : (2 * shared) / (first.size + second.size);
};

/** Those whose name or slug is most like one of the wanted words; the rest fill up in their order. */
export const closestNames = <V extends { name: string; slug: string }>(
  vendors: readonly V[],
  wanted: readonly string[],
  count: number,
): V[] => {
  const sought = wanted.map(bigrams);
  const scoreOf = ({ name, slug }: V) => {
    const called = [name, slug].map(bigrams);
    return Math.max(...sought.flatMap((word) => called.map((own) => likeness(own, word))));
  };
  return vendors
    .map((vendor, index) => ({ vendor, index, score: scoreOf(vendor) }))
    .sort((x, y) => y.score - x.score || x.index - y.index)
    .slice(0, count)
    .map(({ vendor }) => vendor);
};
