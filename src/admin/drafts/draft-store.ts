import type { FormValues } from '#admin/editor/form-types.ts';

/** Text that was typed and never saved, with what the form had loaded. */
export interface Draft {
  values: FormValues;
  base: FormValues;
  version: number | null;
  at: string;
}

const keyOf = (name: string, id: number | 'new') => `unsaved/${name}/${id}`;

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && 'values' in value && 'base' in value;

export const readDraft = (name: string, id: number | 'new'): Draft | null => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(name, id)) ?? 'null');
    return isDraft(stored) ? stored : null;
  } catch {
    return null;
  }
};

/** A full or forbidden storage must not disturb the writing. */
export const keepDraft = (name: string, id: number | 'new', draft: Draft): void => {
  try {
    localStorage.setItem(keyOf(name, id), JSON.stringify(draft));
  } catch {
    // Without storage there is nothing to recover from; saving still works.
  }
};

export const dropDraft = (name: string, id: number | 'new'): void => {
  try {
    localStorage.removeItem(keyOf(name, id));
  } catch {
    // See above.
  }
};
