/** Endings that a stem may lose or gain: 'report' is in 'reporting'. */
const MAX_ENDING = 3;
const MIN_STEM = 4;

/** As words are compared: small, without accents. */
export const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

const sharedStart = (a: string, b: string): number => {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
};

/** Whether a word of a text is one that was sought, perhaps with another ending. */
export const isSought = (word: string, sought: readonly string[]): boolean => {
  const small = plain(word);
  return sought.some((one) => {
    if (small === one) return true;
    if (one.length >= MIN_STEM - 1 && small.startsWith(one)) return true;
    const stem = sharedStart(small, one);
    return stem >= MIN_STEM && Math.max(small.length, one.length) - stem <= MAX_ENDING;
  });
};

const WORD = /[\p{L}\p{N}]+(?:[&'’.][\p{L}\p{N}]+)*/gu;

export interface TextPart {
  text: string;
  isMarked: boolean;
}

/** A text in parts, so that the words that were sought can be marked. */
export const markWords = (text: string, sought: readonly string[]): TextPart[] => {
  const parts: TextPart[] = [];
  let done = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const isMarked = isSought(word.replace(/[&'’.]/g, ''), sought);
    if (!isMarked) continue;
    if (index > done) parts.push({ text: text.slice(done, index), isMarked: false });
    parts.push({ text: word, isMarked: true });
    done = index + word.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done), isMarked: false });
  return parts;
};
