import { type Change, diffLines, diffWordsWithSpace } from 'diff';

/** A stretch of text, and whether only this side has it. */
export interface Stretch {
  text: string;
  isOwn: boolean;
}

export interface Marked {
  original: Stretch[];
  rewritten: Stretch[];
}

/** Two long texts with nothing in common may take forever to compare word by word. */
const TIMEOUT_MS = 300;

const compare = (original: string, rewritten: string): Change[] | undefined =>
  diffWordsWithSpace(original, rewritten, { timeout: TIMEOUT_MS }) ??
  diffLines(original, rewritten, { timeout: TIMEOUT_MS });

const sideOf = (changes: readonly Change[], side: 'added' | 'removed'): Stretch[] => {
  const other = side === 'added' ? 'removed' : 'added';
  return changes
    .filter((change) => !change[other])
    .map((change) => ({ text: change.value, isOwn: change[side] === true }));
};

/** Each text in stretches, shared or its own; nothing is marked while there is no text to compare with. */
export const markDifferences = (original: string, rewritten: string): Marked => {
  const changes = rewritten === '' ? undefined : compare(original, rewritten);
  if (!changes) {
    return {
      original: [{ text: original, isOwn: false }],
      rewritten: [{ text: rewritten, isOwn: false }],
    };
  }
  return { original: sideOf(changes, 'removed'), rewritten: sideOf(changes, 'added') };
};
