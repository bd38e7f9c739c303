/** The group of items without a category, in lists. */
export const NO_CATEGORY = 'Other';

/** 'one', 'one and two', 'one, two, and three'. */
export const listWords = (words: readonly string[]): string => {
  if (words.length < 3) return words.join(' and ');
  return `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`;
};

/** '1 vendor', '2 vendors'. */
export const counted = (n: number, one: string, many: string): string =>
  `${n} ${n === 1 ? one : many}`;

/** 'metaTitle' reads 'Meta title'. */
export const asWords = (key: string): string =>
  key
    .replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase());
