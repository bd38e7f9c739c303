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

/** A title as it is compared with thousands of others. */
export const titleMarks = (words: readonly string[]) => {
  const set = new Set(words);
  const numbers = [...set].filter((word) => /\d/.test(word)).sort();
  return { set, spelled: words.join(' '), numbers: numbers.join() };
};

export type TitleMarks = ReturnType<typeof titleMarks>;

/**
 * Whether two titles name one story: the same words, or all but one in a longer one. Numbers must
 * agree: next year's survey is another story.
 */
export const isSameTitle = (a: TitleMarks, b: TitleMarks): boolean => {
  if (a.spelled !== '' && a.spelled === b.spelled) return true;
  const [few, many] = a.set.size < b.set.size ? [a.set, b.set] : [b.set, a.set];
  if (few.size < MIN_WORDS || few.size < NEAR * many.size || a.numbers !== b.numbers) return false;
  const shared = few.intersection(many).size;
  return shared / (few.size + many.size - shared) >= NEAR;
};
