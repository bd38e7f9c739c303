import { applyPatch, structuredPatch } from 'diff';
import type { FormValues } from '#admin/editor/form-types.ts';
import { cleanLines, isSame, textOf } from '#admin/editor/form-values.ts';
import type { Field } from '#kit/fields.ts';

export type Choice = 'mine' | 'theirs' | 'merge';

export interface FieldConflict {
  key: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** The side that touched it; null where both did, and only a person can choose. */
  suggested: Choice | null;
  isContested: boolean;
}

/** Every field in which the two texts differ. */
export const findConflicts = (
  keys: readonly string[],
  base: FormValues,
  mine: FormValues,
  theirs: FormValues,
): FieldConflict[] =>
  keys.flatMap((key) => {
    if (isSame(mine[key], theirs[key])) return [];
    const isMine = !isSame(base[key], mine[key]);
    const isTheirs = !isSame(base[key], theirs[key]);
    return [
      {
        key,
        base: base[key],
        mine: mine[key],
        theirs: theirs[key],
        suggested: isMine && isTheirs ? null : isMine ? ('mine' as const) : ('theirs' as const),
        isContested: isMine && isTheirs,
      },
    ];
  });

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** My changes put on top of theirs; where both touched the same lines, both are kept, mine first. */
export const mergeText = (base: string, mine: string, theirs: string): string => {
  const patch = structuredPatch('a', 'b', base, mine, '', '', { context: 1 });
  const merged = applyPatch(theirs, patch, { fuzzFactor: 0 });
  return merged === false ? `${mine}\n\n${theirs}` : merged;
};

/** Entries of either list, without those that the other side removed. */
export const mergeLists = <T>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
): T[] => {
  const has = (list: readonly T[], value: T) => list.some((other) => isSame(other, value));
  const kept = theirs.filter((value) => has(mine, value) || !has(base, value));
  return [...kept, ...mine.filter((value) => !has(theirs, value) && !has(base, value))];
};

export const canMerge = (field: Field): boolean =>
  ['text', 'markdown', 'list', 'references'].includes(field.kind);

export const mergeValue = (field: Field, conflict: FieldConflict): unknown => {
  const { base, mine, theirs } = conflict;
  if (field.kind === 'list')
    return mergeLists(cleanLines(base), cleanLines(mine), cleanLines(theirs));
  if (field.kind === 'references') return mergeLists(asList(base), asList(mine), asList(theirs));
  return mergeText(textOf(base), textOf(mine), textOf(theirs));
};
