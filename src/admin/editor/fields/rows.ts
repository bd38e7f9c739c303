import type { ZodType } from 'zod';
import { asWords } from '#platform/words.ts';

/** How one part of a structured value is typed. */
export type Column = { key: string; label: string; isOptional: boolean } & (
  | { kind: 'text' | 'long' | 'integer' | 'flag' | 'mixed' }
  | { kind: 'choice'; choices: string[] }
  | { kind: 'rows'; columns: Column[] }
);

export type Shape = { kind: 'addresses' } | { kind: 'rows'; columns: Column[] } | { kind: 'json' };
export type Row = Record<string, unknown>;

const LONG = 1000;

// The parts of a zod schema that the forms read; zod itself keeps them typed per class.
interface Def {
  type: string;
  innerType?: Schema;
  element?: Schema;
  shape?: Record<string, Schema>;
  entries?: Record<string, string>;
}
interface Schema {
  def: Def;
  maxLength?: number | null;
}

const asSchema = (schema: unknown): Schema => schema as Schema;

const unwrap = (schema: Schema): { inner: Schema; isOptional: boolean } => {
  const { innerType } = schema.def;
  if (!innerType) return { inner: schema, isOptional: false };
  return { inner: unwrap(innerType).inner, isOptional: true };
};

const columnOf = (key: string, schema: Schema): Column => {
  const { inner, isOptional } = unwrap(schema);
  const base = { key, label: asWords(key), isOptional };
  const { def } = inner;
  switch (def.type) {
    case 'string':
      return { ...base, kind: (inner.maxLength ?? 0) > LONG ? 'long' : 'text' };
    case 'number':
    case 'int':
      return { ...base, kind: 'integer' };
    case 'boolean':
      return { ...base, kind: 'flag' };
    case 'enum':
      return { ...base, kind: 'choice', choices: Object.values(def.entries ?? {}) };
    case 'array': {
      const shape = shapeOf(inner);
      return shape.kind === 'rows' ? { ...base, ...shape } : { ...base, kind: 'mixed' };
    }
    default:
      return { ...base, kind: 'mixed' };
  }
};

const shapeOf = (schema: Schema): Shape => {
  const element = unwrap(schema).inner.def.element;
  if (!element) return { kind: 'json' };
  const { inner } = unwrap(element);
  if (inner.def.type === 'string') return { kind: 'addresses' };
  if (inner.def.type !== 'object' || !inner.def.shape) return { kind: 'json' };
  const columns = Object.entries(inner.def.shape).map(([key, part]) => columnOf(key, part));
  return { kind: 'rows', columns };
};

/** How a structured field is edited, read from its own validator. */
export const readShape = (schema: ZodType | undefined): Shape =>
  schema ? shapeOf(asSchema(schema)) : { kind: 'json' };

export const moved = <T>(list: readonly T[], from: number, by: number): T[] => {
  const next = [...list];
  const [taken] = next.splice(from, 1);
  if (taken === undefined) return next;
  next.splice(from + by, 0, taken);
  return next;
};

const emptyCell = (column: Column, place: number): unknown => {
  switch (column.kind) {
    case 'choice':
      return column.choices[0] ?? '';
    case 'rows':
      return [];
    case 'flag':
      return false;
    case 'integer':
      return place;
    default:
      return column.isOptional ? null : '';
  }
};

export const emptyRow = (columns: readonly Column[], rows: readonly Row[]): Row =>
  Object.fromEntries(
    columns.map((column) => [
      column.key,
      column.key === 'id' ? freeId(rows) : emptyCell(column, rows.length + 1),
    ]),
  );

const freeId = (rows: readonly Row[]): string => {
  const used = new Set(rows.map((row) => row.id));
  let number = rows.length + 1;
  while (used.has(`section-${number}`)) number += 1;
  return `section-${number}`;
};

/** A cell that may be text, a list or an object: JSON when it looks like it, else plain text. */
export const readMixed = (text: string): unknown => {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

export const showMixed = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === null || value === undefined
      ? ''
      : JSON.stringify(value, null, 2);
