export type CompareValue = string | number | readonly string[] | null | undefined;

export interface CompareRow {
  label: string;
  /** One per vendor, in the order of the columns. */
  values: readonly CompareValue[];
}

export interface CompareGroup {
  name: string;
  rows: readonly CompareRow[];
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

/** What two values are compared by: lists as sets, text without regard to case. */
function normalize(label: string, value: CompareValue): string {
  if (!isListLabel(label)) return readText(value).toLowerCase();
  return readList(value)
    .map((part) => part.toLowerCase())
    .sort()
    .join('\n');
}

export function rowDiffers(row: CompareRow): boolean {
  return new Set(row.values.map((value) => normalize(row.label, value))).size > 1;
}
