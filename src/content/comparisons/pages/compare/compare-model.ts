import type { ReactNode } from 'react';

export type CompareValue = string | readonly string[] | null | undefined;

export interface CompareRow {
  label: string;
  href?: string;
  /** One per vendor, in the order of the columns. */
  values: readonly CompareValue[];
  /** Drawn in place of the values, which then only say what is known. */
  cells?: readonly ReactNode[];
  /** A vendor states something here; it is shown, and no value of the row. */
  isStated?: boolean;
}

export interface CompareGroup {
  name: string;
  rows: readonly CompareRow[];
  /** Its cells are levels of evidence, and an empty one says 'not confirmed'; a row of them is a name and nothing more. */
  hasLevels?: boolean;
}

export const NONE_SPECIFIED = 'None specified';
export const NOT_SPECIFIED = 'Not specified';

/** The spec's rule: these labels show as badge lists, all others as text. */
export const isListLabel = (label: string): boolean =>
  /Features|Cases|Integrations|Support/.test(label);

export const readList = (value: CompareValue): string[] =>
  (typeof value === 'string' ? value.split(',') : [...(value ?? [])])
    .map((part) => part.trim())
    .filter(Boolean);

export const readText = (value: CompareValue): string =>
  typeof value === 'string' ? value.trim() : readList(value).join(', ');

const normalize = (label: string, value: CompareValue): string =>
  (isListLabel(label) ? readList(value) : [readText(value)])
    .map((part) => part.toLowerCase())
    .sort()
    .join('\n');

const countFilled = ({ values }: CompareRow): number =>
  values.filter((value) => readText(value) !== '').length;

export const rowIsFilled = (row: CompareRow): boolean => row.isStated || countFilled(row) > 0;

/** Only two values that are known can differ: silence is not absence. */
export const rowDiffers = ({ label, values }: CompareRow): boolean =>
  new Set(values.map((value) => normalize(label, value)).filter(Boolean)).size > 1;

/** One vendor is known about, and of the others nothing: a question to them. */
const rowIsOneSided = (row: CompareRow): boolean => countFilled(row) === 1;

/** The groups with those of their rows that are kept, without those that lose all. */
export const withRows = (groups: readonly CompareGroup[], keep: (row: CompareRow) => boolean) =>
  groups
    .map((group) => ({ ...group, rows: group.rows.filter(keep) }))
    .filter(({ rows }) => rows.length > 0);

/** The columns that a narrow screen has room for, by their place. */
export type NarrowColumns = readonly [number, number];

/** Of some rows, how many are so on a screen that shows all columns, and on one that shows two of them. */
export interface ByWidth {
  wide: number;
  narrow: number;
}

export const countRows = (rows: readonly CompareRow[], narrow: NarrowColumns) => {
  const inTwo = rows.map((row) => ({
    ...row,
    values: narrow.map((place) => row.values[place]),
  }));
  const count = (holds: (row: CompareRow) => boolean): ByWidth => ({
    wide: rows.filter(holds).length,
    narrow: inTwo.filter(holds).length,
  });
  return {
    differing: count(rowDiffers),
    filled: count(rowIsFilled),
    oneSided: count(rowIsOneSided),
  };
};

/** Whether there is any at every width of the screen, on a wide or narrow one alone, or nowhere. */
export const reachOf = ({ wide, narrow }: ByWidth): 'true' | 'wide' | 'narrow' | 'false' => {
  if (wide > 0) return narrow > 0 ? 'true' : 'wide';
  return narrow > 0 ? 'narrow' : 'false';
};
