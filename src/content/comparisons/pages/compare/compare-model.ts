import type { ReactNode } from 'react';

export type CompareValue = string | number | readonly string[] | null | undefined;

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
export function isListLabel(label: string): boolean {
  return /Features|Cases|Integrations|Support/.test(label);
}

export function readList(value: CompareValue): string[] {
  if (value == null) return [];
  const parts = typeof value === 'object' ? value : String(value).split(',');
  return parts.map((part) => part.trim()).filter(Boolean);
}

export function readText(value: CompareValue): string {
  if (value == null) return '';
  return typeof value === 'object' ? readList(value).join(', ') : String(value).trim();
}

function normalize(label: string, value: CompareValue): string {
  if (!isListLabel(label)) return readText(value).toLowerCase();
  return readList(value)
    .map((part) => part.toLowerCase())
    .sort()
    .join('\n');
}

export function rowIsFilled(row: CompareRow): boolean {
  return row.isStated || row.values.some((value) => readText(value) !== '');
}

/** The groups with those of their rows that are kept, without those that lose all. */
export const withRows = (groups: readonly CompareGroup[], keep: (row: CompareRow) => boolean) =>
  groups
    .map((group) => ({ ...group, rows: group.rows.filter(keep) }))
    .filter(({ rows }) => rows.length > 0);

/** Only two values that are known can differ: silence is not absence. */
export function rowDiffers(row: CompareRow): boolean {
  const stated = row.values.map((value) => normalize(row.label, value)).filter(Boolean);
  return new Set(stated).size > 1;
}

/** One vendor is known about, and of the others nothing: a question to them. */
export function rowIsOneSided(row: CompareRow): boolean {
  return row.values.filter((value) => readText(value) !== '').length === 1;
}

type Holds = (row: CompareRow) => boolean;

/** The columns that a narrow screen has room for, by their place. */
export type NarrowColumns = readonly [number, number];

const onNarrow = (row: CompareRow, narrow: NarrowColumns): CompareRow => ({
  ...row,
  values: narrow.map((place) => row.values[place]),
});

/** Of some rows: whether one is so at every width of the screen, on a wide or narrow one alone, or nowhere. */
export const reachOf = (
  rows: readonly CompareRow[],
  narrow: NarrowColumns,
  holds: Holds,
): 'true' | 'wide' | 'narrow' | 'false' => {
  const isWide = rows.some(holds);
  const isNarrow = rows.some((row) => holds(onNarrow(row, narrow)));
  if (isWide && isNarrow) return 'true';
  if (isWide) return 'wide';
  return isNarrow ? 'narrow' : 'false';
};

export const countByWidth = (
  rows: readonly CompareRow[],
  narrow: NarrowColumns,
  holds: Holds,
): { wide: number; narrow: number } => ({
  wide: rows.filter(holds).length,
  narrow: rows.filter((row) => holds(onNarrow(row, narrow))).length,
});
