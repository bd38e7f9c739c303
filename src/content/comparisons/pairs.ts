/** Each way costs a look into the database, and no vendor is called 'a-vs-b'. */
const MAX_PARTS = 4;

/** Every way to read 'a-vs-b-vs-c' as two slugs. */
export const splitsOf = (pair: string): [string, string][] => {
  const [first = '', ...rest] = pair.split('-vs-');
  const parts = rest.length < MAX_PARTS ? [first, ...rest] : [first, rest.join('-vs-')];
  return parts
    .slice(1)
    .map((_, index): [string, string] => [
      parts.slice(0, index + 1).join('-vs-'),
      parts.slice(index + 1).join('-vs-'),
    ])
    .filter(([a, b]) => a !== '' && b !== '');
};

const bigrams = (text: string) => {
  const plain = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return new Set(
    Array.from({ length: Math.max(plain.length - 1, 0) }, (_, i) => plain.slice(i, i + 2)),
  );
};

const likeness = (a: string, b: string) => {
  const [first, second] = [bigrams(a), bigrams(b)];
  const shared = [...first].filter((pair) => second.has(pair)).length;
  return first.size + second.size === 0 ? 0 : (2 * shared) / (first.size + second.size);
};

/** Those whose name or slug is most like one of the wanted words; the rest fill up in their order. */
export const closestNames = <V extends { name: string; slug: string }>(
  vendors: readonly V[],
  wanted: readonly string[],
  count: number,
): V[] => {
  const scoreOf = (vendor: V) =>
    Math.max(
      ...wanted.map((word) => Math.max(likeness(vendor.name, word), likeness(vendor.slug, word))),
    );
  return vendors
    .map((vendor, index) => ({ vendor, index, score: scoreOf(vendor) }))
    .sort((x, y) => y.score - x.score || x.index - y.index)
    .slice(0, count)
    .map(({ vendor }) => vendor);
};
