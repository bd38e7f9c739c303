/** The words of a title that carry it: no accents, no signs, no case, no name of the publisher. */
export const titleWords = (title: string, publisher?: string | null): string[] => {
  const tail = publisher ? publisher.toLowerCase() : '';
  const bare = title.toLowerCase();
  const cut = / [-–—|:»·] ([^-–—|»·]{2,60})$/.exec(bare);
  const own = cut && tail && cut[1]?.trim() === tail ? bare.slice(0, cut.index) : bare;
  return own
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
};

/** Below this a shared word or two proves nothing. */
const MIN_WORDS = 5;
const NEAR = 0.85;

/**
 * Whether two titles name one story: the same words, or all but one in a longer one. Numbers must
 * agree: next year's survey is another story.
 */
export const isSameTitle = (a: readonly string[], b: readonly string[], near = NEAR): boolean => {
  if (a.length === 0 || b.length === 0) return false;
  if (a.length === b.length && a.every((word, index) => word === b[index])) return true;
  if (Math.min(a.length, b.length) < MIN_WORDS) return false;
  const [left, right] = [new Set(a), new Set(b)];
  const numbers = (words: Set<string>) =>
    [...words]
      .filter((word) => /\d/.test(word))
      .sort()
      .join();
  if (numbers(left) !== numbers(right)) return false;
  let shared = 0;
  for (const word of left) if (right.has(word)) shared += 1;
  return shared / (left.size + right.size - shared) >= near;
};
