/** No name has a longer word, and the rest only costs time. */
const MAX_WORD = 40;
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

/** Words that only form a question and are no search terms themselves. */
const QUESTION_WORDS = new Set(
  `a about all also an and any anyone are as at be been best better between both but by can could did do does doing each
  find for from get give gives go good got had has have having help how i if in into is it its let like list looking
  make many me mean means meant more most much my need needs of offer offers on one or our out please provide provides
  say says should show so some something support supports take tell than that the their them then there these they this
  those to too top under up us use used uses using vs versus want was we were what when where which who whom whose why
  will with without work works would you your compare compared comparison difference`.split(/\s+/),
);

/** Words that every page of such a guide has, so that alone they tell nothing. */
const OWN_WORDS = new Set(
  `app application company companies office offices family families platform platforms product products provider providers
  software solution solutions system systems tool tools vendor vendors document documents documented`.split(
    /\s+/,
  ),
);

/** The search terms of a question; all of its words where none is a term. */
export const soughtIn = (words: readonly string[]): string[] => {
  const sought = words.filter((word) => !QUESTION_WORDS.has(word));
  return sought.length > 0 ? sought : [...words];
};

/** The words by which one page is told from another. */
export const tellingIn = (words: readonly string[]): string[] =>
  soughtIn(words).filter((word) => !OWN_WORDS.has(word));

/** About how a word sounds: `qplicks` and `qplix`, `adapar` and `addepar` sound alike. */
export const soundOf = (word: string): string =>
  word
    .replace(/ph/g, 'f')
    .replace(/x/g, 'ks')
    .replace(/ck|[cq]/g, 'k')
    .replace(/z/g, 's')
    .replace(/(?<=.)[aeiouyhw]/g, '')
    .replace(/(.)\1+/g, '$1');

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

/** How many mistakes a word of this length may hold. */
export const mistakesIn = (word: string): number => (word.length >= LONG_WORD ? 2 : 1);
