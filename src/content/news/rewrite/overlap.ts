import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { stripMarks } from '#platform/text/excerpt.ts';

/** Signs that read as these letters, after Unicode's confusables: Cyrillic, Greek, Armenian, Coptic, phonetic and struck ones. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: '\u0410\u0430\u0391\u03b1\u0251\u1d00\u2c80\u2c81\u2c65',
  b: '\u0412\u0432\u0392\u03b2\u0299\u042c\u044c\u2c82\u2c83\u0180',
  c: '\u0421\u0441\u03f9\u03f2\u1d04\u2ca4\u2ca5',
  d: '\u0501\u1d05\u0257\u0110\u0111\u00d0',
  e: '\u0415\u0435\u0395\u03b5\u04bd\u1d07\u025b\u212e\u2c88\u2c89\u0247',
  f: '\u03dc\u03dd\u017f\u0192',
  g: '\u0261\u0581\u0262\u050d',
  h: '\u041d\u043d\u04bb\u0397\u0570\u029c\u0126\u0127\u2c8e\u2c8f',
  i: '\u0406\u0456\u04c0\u04cf\u0399\u03b9\u0131\u0269\u026a\u01c0\u0268\u2c92\u2c93',
  j: '\u0408\u0458\u03f3\u0575\u1d0a\u0237',
  k: '\u041a\u043a\u039a\u03ba\u1d0b\u0138\u2c94\u2c95',
  l: '\u0141\u0142\u2cd0\u2cd1',
  m: '\u041c\u043c\u039c\u1d0d\u2c98\u2c99',
  n: '\u039d\u0578\u057c\u0274\u03b7\u2c9a\u2c9b',
  o: '\u041e\u043e\u039f\u03bf\u03c3\u0585\u1d0f\u00d8\u00f8\u2c9e\u2c9f',
  p: '\u0420\u0440\u03a1\u03c1\u1d18\u2ca2\u2ca3',
  q: '\u051a\u051b\u0563',
  r: '\u0433\u1d26\u0280\u027e',
  s: '\u0405\u0455\ua731\u054f',
  t: '\u0422\u0442\u03a4\u03c4\u1d1b\u0166\u0167\u2ca6\u2ca7',
  u: '\u03c5\u057d\u1d1c\u028b',
  v: '\u0474\u0475\u03bd\u1d20',
  w: '\u051c\u051d\u0461\u1d21\u0561\u03c9\u2cb0\u2cb1',
  x: '\u0425\u0445\u03a7\u03c7\u00d7\u2cac\u2cad',
  y: '\u0423\u0443\u03a5\u03b3\u04af\u028f\u2ca8\u2ca9',
  z: '\u0396\u03b6\u1d22\u01b5\u01b6\u2c8c\u2c8d',
};

const LETTERS = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, signs]) =>
    Array.from(signs, (sign) => [sign, letter] as const),
  ),
);

const MARKS = /[\s!-/:-@[-`{}~]/g;

/** A reference as the page shows it; one to a mark of Markdown is no mark. */
const decode = (reference: string, hex = '', decimal = '', name = ''): string => {
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal || 0);
  if (!name && (code === 0 || code > 0x10ffff)) return '';
  const shown = code > 0 ? String.fromCodePoint(code) : decodeNamedCharacterReference(name);
  return shown ? shown.replace(MARKS, ' ') : reference;
};

const REFERENCE = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]\w{1,31}));/gi;

/** Signs that seem to begin a definition, a fence or a link's address, and may be words on the page: they are read as words. */
const UNREAD = /\][:[]|\]\((?![^\s<>[\]]*\))|`{3,}|~{3,}/g;

interface FoldedText {
  /** Letters and figures alone, without spaces: none can be put in or left out to make it another text. */
  letters: string;
  /** Where each word ends in them. */
  ends: number[];
  /** Its words are spelled in Latin letters and others at once: look-alikes that the list does not know, too. */
  isMixed: boolean;
}

/** Signs beyond ASCII; Arabic words in one sign are left out, since each would become a line of letters. */
const foldSigns = (text: string): string =>
  text
    .replace(/[\ufdf0-\ufdff]/g, '')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\u115f\u1160\u3164\u2019]/gu, '');

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

const LATIN = /\p{Script=Latin}/u;
const OTHER = /(?![\p{Script=Latin}\p{Script=Common}])[\p{L}\p{N}]/u;
/** Formulas, units and names have a few such words; no author has more. */
const MIXED = 0.05;

/** A text of another script may set Latin letters beside its own without a space: there it says nothing. */
const hasMixedWords = (text: string): boolean => {
  const words = wordsOf(text);
  const mixed = words.filter((word) => LATIN.test(word) && OTHER.test(word));
  if (mixed.length <= words.length * MIXED) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.filter((letter) => LATIN.test(letter)).length > letters.length / 2;
};

/** A Markdown text as the eye reads it, whatever its signs, case, accents, spaces and marks. */
const foldLetters = (markdown: string): FoldedText => {
  const text = stripMarks(markdown.replace(REFERENCE, decode).replace(UNREAD, ' '));
  const hasSigns = /[^\s -~]/.test(text);
  const signs = hasSigns ? foldSigns(text) : text;
  const plain = signs
    .replace(/[^\s -~]/gu, (sign) => LETTERS.get(sign) ?? sign)
    .toLowerCase()
    .replaceAll("'", '')
    .replaceAll(/[l1|]/g, 'i')
    .replaceAll('0', 'o');
  const words = wordsOf(plain);
  let length = 0;
  const ends = words.map((word) => {
    length += word.length;
    return length;
  });
  return { letters: words.join(''), ends, isMixed: hasSigns && hasMixedWords(signs) };
};

/** So many letters in a row, about eight words, are a copy and no coincidence. */
const RUN = 36;
/** Wherever a run of that length begins, it holds one whole step of the original. */
const STEP = RUN / 2;
const TOO_CLOSE = 0.2;
/** A passage is copied from about sixty words on: a quote has a sentence or two. */
const PASSAGE = 300;
/** An original is taken over when most of it stands in the text, and it is more than a sentence or two. */
const MOST = 0.5;
const SHORT_ORIGINAL = 150;

const stepsOf = (letters: string): Map<string, number> => {
  const steps = new Map<string, number>();
  for (let at = 0; at + STEP <= letters.length; at += STEP) {
    const step = letters.slice(at, at + STEP);
    if (!steps.has(step)) steps.set(step, at);
  }
  return steps;
};

interface Run {
  start: number;
  end: number;
  /** Where it begins in the original. */
  place: number;
}

/** The runs of a text that stand in the original, one after another; the time grows with both lengths alone. */
function* copiedRuns(original: string, text: string): Generator<Run> {
  const steps = stepsOf(original);
  let done = 0;
  for (let at = 0; at + STEP <= text.length; at += 1) {
    const from = steps.get(text.slice(at, at + STEP));
    if (from === undefined) continue;
    let before = 0;
    while (
      at - before > done &&
      from > before &&
      text.charCodeAt(at - before - 1) === original.charCodeAt(from - before - 1)
    )
      before += 1;
    let after = STEP;
    while (
      at + after < text.length &&
      text.charCodeAt(at + after) === original.charCodeAt(from + after)
    )
      after += 1;
    if (before + after < RUN) continue;
    done = at + after;
    yield { start: at - before, end: done, place: from - before };
    at = done - 1;
  }
}

/** Words whose letters are all copied. */
const countCopied = (ends: readonly number[], isCopied: Uint8Array): number => {
  const isWhole = (end: number, at: number) =>
    isCopied.subarray(ends[at - 1] ?? 0, end).every(Boolean);
  return ends.filter(isWhole).length;
};

/** Marks in a text what is copied from one original. */
const markCopied = (original: string, letters: string, isCopied: Uint8Array) => {
  const from = foldLetters(original).letters;
  const isTaken = new Uint8Array(from.length);
  let longest = 0;
  for (const { start, end, place } of copiedRuns(from, letters)) {
    longest = Math.max(longest, end - start);
    isCopied.fill(1, start, end);
    isTaken.fill(1, place, place + end - start);
  }
  const taken = isTaken.reduce((sum, one) => sum + one, 0);
  return longest >= PASSAGE || (taken > SHORT_ORIGINAL && taken > MOST * from.length);
};

/**
 * The share of a text's words that stand in runs of the originals. Too close is a text that has too many of them, a
 * whole passage, or most of an original, however much of its own it has besides; and one that is disguised.
 */
export const measureOverlap = (originals: readonly string[], rewritten: string) => {
  const { letters, ends, isMixed } = foldLetters(rewritten);
  const isCopied = new Uint8Array(letters.length);
  const isTakenOver = originals
    .map((original) => markCopied(original, letters, isCopied))
    .includes(true);
  const share = ends.length === 0 ? 0 : countCopied(ends, isCopied) / ends.length;
  return {
    overlap: Math.round(share * 1000) / 1000,
    tooClose: share > TOO_CLOSE || isTakenOver || isMixed,
  };
};
