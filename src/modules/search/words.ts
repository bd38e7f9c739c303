/** A longer word is nobody's name, and what follows only costs time. */
const MAX_WORD = 40;
/** Words of one or two letters have too many neighbors to guess at. */
const MIN_CORRECTED = 3;
const MAX_CORRECTED = 24;
/** From this length on a word may hold two mistakes. */
const LONG_WORD = 8;

/** The words of a text as they are compared: small, without accents; `SS&C` is one word, `month-end` two. */
export const wordsOf = (text: string): string[] => {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/(?<=[\p{L}\p{N}])[&'’]+(?=[\p{L}\p{N}])|(?<=\p{L})\.(?=\p{L})/gu, '');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, MAX_WORD));
};

const isCorrected = (word: string) => word.length >= MIN_CORRECTED && word.length <= MAX_CORRECTED;

const withoutOne = (word: string): string[] =>
  Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));

/**
 * A word and what is left of it without a letter, or without two where it is long. A word and any mistake of one letter
 * (dropped, swapped, replaced, inserted) have one of these in common, so that an index finds one by the other.
 */
export const spellingsOf = (word: string): string[] => {
  if (!isCorrected(word)) return [];
  const once = withoutOne(word);
  const twice = word.length >= LONG_WORD ? once.flatMap(withoutOne) : [];
  return [...new Set([word, ...once, ...twice])];
};

/** How a name may be found although it is misspelt; two of its words may also be written as one. */
export const nameSpellingsOf = (words: readonly string[]): string[] => {
  const pairs = words.slice(1).map((word, at) => `${words[at]}${word}`);
  return [...new Set([...words.flatMap(spellingsOf), ...pairs])];
};

/** How many letters must be dropped, swapped, replaced or inserted to make one word of the other. */
export const distanceOf = (a: string, b: string): number => {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const replaced = (last[j - 1] ?? 0) + (isSame ? 0 : 1);
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : replaced;
      row.push(Math.min(replaced, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
};

/** Whether one may be meant by the other. */
export const isNear = (asked: string, word: string): boolean => {
  const mistakes = word.length >= LONG_WORD ? 2 : 1;
  // Most words are told apart by their length, which costs nothing.
  if (!isCorrected(word) || Math.abs(asked.length - word.length) > mistakes) return false;
  return distanceOf(asked, word) <= mistakes;
};
