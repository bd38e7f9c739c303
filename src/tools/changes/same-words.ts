const SMALL = new Set(
  'a an and are at by for from in is it its of on or per the their to with'.split(' '),
);

/** A share or an amount of money: 60 %, 40 percent, $5 million, EUR 300. */
const SHARES =
  /\p{N}\s*(?:%|percent|per cent|basis points|bps)|[$€£]\s*\p{N}|\p{N}\s*[$€£]|\b(?:USD|EUR|GBP|CHF)\s*\p{N}|\p{N}\s*(?:USD|EUR|GBP|CHF)\b/iu;

/** 'Owned' and 'owns' as 'own', 'entities' as 'entity'; 'user' and 'use' stay two words. */
const stemOf = (word: string) =>
  word.length < 4
    ? word
    : word
        .replace(/ies$/, 'y')
        .replace(/(?<=\p{L}{2}[^s])s$/u, '')
        .replace(/(?<=\p{L}{3})(?:ed|ing|e)$/u, '');

const wordsOf = (text: string | null | undefined) => {
  const words = (text ?? '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}$€£%]+|(?<=\p{N})(?=%)/u)
    .filter((word) => word !== '' && !SMALL.has(word))
    .map(stemOf);
  // Shares and amounts belong to their owners by word order alone, so it is kept.
  return (SHARES.test(text ?? '') ? words : words.toSorted()).join(' ');
};

/** Whether two texts say the same in another order, form of the words or punctuation: that is no change. */
export const saysTheSame = (before: string | null | undefined, after: string | null | undefined) =>
  wordsOf(before) === wordsOf(after);

/** Those that have no counterpart in the other list. */
export const missingFrom = (list: readonly string[], other: readonly string[]) =>
  list.filter((entry) => !other.some((one) => saysTheSame(entry, one)));
