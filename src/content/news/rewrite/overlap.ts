import { foldLetters } from './fold-letters.ts';

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
  let start = 0;
  let own = 0;
  let count = 0;
  for (const end of ends) {
    if (own < start) own = start;
    while (own < end && isCopied[own]) own += 1;
    if (own >= end) count += 1;
    start = end;
  }
  return count;
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
