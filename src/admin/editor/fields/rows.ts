import * as z from 'zod';
import { asWords } from '#platform/words.ts';

/** How one part of a structured value is typed. */
export type Column = { key: string; label: string; isOptional: boolean } & (
  | { kind: 'text' | 'long' | 'integer' | 'flag' | 'words' | 'mixed' }
  | { kind: 'choice'; choices: string[] }
  | { kind: 'rows'; columns: Column[] }
);

export type Shape = { kind: 'addresses' } | { kind: 'rows'; columns: Column[] } | { kind: 'json' };
export type Row = Record<string, unknown>;

const LONG = 1000;

type Schema = z.core.JSONSchema.BaseSchema;

/** The schema without null, and whether null was in it. */
const unwrap = (schema: Schema): { inner: Schema; isNullable: boolean } => {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null');
  const [only, ...more] = others ?? [];
  if (!only || more.length > 0) return { inner: schema, isNullable: false };
  return { inner: only, isNullable: others?.length !== schema.anyOf?.length };
};

const columnOf = (key: string, schema: Schema, isRequired: boolean): Column => {
  const { inner, isNullable } = unwrap(schema);
  const base = { key, label: asWords(key), isOptional: isNullable || !isRequired };
  if (inner.enum) return { ...base, kind: 'choice', choices: inner.enum.map(String) };
  switch (inner.type) {
    case 'string':
      return { ...base, kind: (inner.maxLength ?? 0) > LONG ? 'long' : 'text' };
    case 'number':
    case 'integer':
      return { ...base, kind: 'integer' };
    case 'boolean':
      return { ...base, kind: 'flag' };
    case 'array': {
      const shape = shapeOf(inner);
      if (shape.kind === 'rows') return { ...base, ...shape };
      return { ...base, kind: shape.kind === 'addresses' ? 'words' : 'mixed' };
    }
    default:
      return { ...base, kind: 'mixed' };
  }
};

const isSchema = (part: Schema['items'] | boolean): part is Schema =>
  typeof part === 'object' && !Array.isArray(part);

const shapeOf = (schema: Schema): Shape => {
  const { items } = unwrap(schema).inner;
  if (!isSchema(items)) return { kind: 'json' };
  const { inner } = unwrap(items);
  if (inner.type === 'string') return { kind: 'addresses' };
  if (inner.type !== 'object' || !inner.properties) return { kind: 'json' };
  const columns = Object.entries(inner.properties).flatMap(([key, part]) =>
    isSchema(part) && !part.readOnly
      ? [columnOf(key, part, inner.required?.includes(key) ?? false)]
      : [],
  );
  return { kind: 'rows', columns };
};

/** How a structured field is edited, read from its own validator. */
export const readShape = (schema: z.ZodType | undefined): Shape =>
  schema
    ? shapeOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
    : { kind: 'json' };

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
    case 'words':
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

export const wordsIn = (cell: unknown): string[] => (Array.isArray(cell) ? cell : []);

export const rowsIn = (cell: unknown): Row[] => (Array.isArray(cell) ? cell : []);

const isBlank = (column: Column, cell: unknown): boolean => {
  // These come with a value of their own when a row is added.
  if (column.key === 'id' || ['choice', 'flag', 'integer'].includes(column.kind)) return true;
  if (typeof cell === 'string') return cell.trim() === '';
  if (column.kind === 'rows') return dropEmptyRows(column.columns, rowsIn(cell)).length === 0;
  return cell === null || cell === undefined || (Array.isArray(cell) && cell.length === 0);
};

/** Without the rows that were added and never filled in, at every depth. */
export const dropEmptyRows = (columns: readonly Column[], rows: readonly Row[]): Row[] =>
  rows
    .filter((row) => !columns.every((column) => isBlank(column, row[column.key])))
    .map((row) => ({
      ...row,
      ...Object.fromEntries(
        columns.flatMap((column) =>
          column.kind === 'rows' && Array.isArray(row[column.key])
            ? [[column.key, dropEmptyRows(column.columns, rowsIn(row[column.key]))]]
            : [],
        ),
      ),
    }));

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
