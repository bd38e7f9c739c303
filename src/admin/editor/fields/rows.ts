import * as z from 'zod';
import type { Field } from '#kit/fields.ts';
import { asWords } from '#platform/words.ts';

/** A part of each record, edited as a field of an item is. */
export type Column = readonly [key: string, field: Field];

export type Shape = { kind: 'addresses' } | { kind: 'rows'; columns: Column[] } | { kind: 'json' };
export type Row = Record<string, unknown>;

const LONG = 1000;

const isType = (value: unknown): value is z.ZodType => value instanceof z.ZodType;

/** The schema of a value that is there. */
const bare = (schema: z.ZodType): z.ZodType => {
  const parts =
    schema instanceof z.ZodUnion
      ? schema.options
      : schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
        ? [schema.unwrap()]
        : [];
  const [only, ...more] = parts.filter(isType).filter((part) => !(part instanceof z.ZodNull));
  return only && more.length === 0 ? bare(only) : schema;
};

/** A value that cannot be missing has an empty one for its default. */
const fieldOf = (key: string, schema: z.ZodType): Field => {
  const inner = bare(schema);
  const label = asWords(key);
  const orNull = (fallback: unknown) => (inner === schema ? { default: fallback } : {});
  if (inner instanceof z.ZodEnum) {
    const choices = inner.options.map(String);
    return { kind: 'choice', label, choices, ...orNull(choices[0]) };
  }
  if (inner instanceof z.ZodNumber) return { kind: 'integer', label, ...orNull(0) };
  if (inner instanceof z.ZodBoolean) return { kind: 'flag', label };
  if (inner instanceof z.core.$ZodString) {
    const max = (inner instanceof z.ZodString && inner.maxLength) || 0;
    return { kind: 'text', label, max, rows: max > LONG ? 4 : 1, ...orNull('') };
  }
  const shape = readShape(inner);
  if (shape.kind === 'addresses') return { kind: 'list', label };
  return { kind: 'json', label, shape: inner, ...orNull(shape.kind === 'rows' ? [] : '') };
};

/** How a structured field is edited, read from its own validator. */
export const readShape = (schema: z.ZodType | undefined): Shape => {
  const list = schema && bare(schema);
  const entry = list instanceof z.ZodArray && isType(list.element) ? bare(list.element) : undefined;
  if (entry instanceof z.core.$ZodString) return { kind: 'addresses' };
  if (!(entry instanceof z.ZodObject)) return { kind: 'json' };
  const columns = Object.entries(entry.shape).flatMap(([key, part]) =>
    isType(part) && !part.meta()?.readOnly ? [[key, fieldOf(key, part)] as const] : [],
  );
  return { kind: 'rows', columns };
};

export const moved = <T>(list: readonly T[], from: number, by: number): T[] => {
  const next = [...list];
  const [taken] = next.splice(from, 1);
  if (taken === undefined) return next;
  next.splice(from + by, 0, taken);
  return next;
};

const emptyCell = (field: Field, place: number): unknown => {
  switch (field.kind) {
    case 'choice':
      return field.choices?.[0] ?? '';
    case 'integer':
      return place;
    case 'flag':
      return false;
    case 'list':
      return [];
    default:
      return field.default ?? null;
  }
};

export const emptyRow = (columns: readonly Column[], rows: readonly Row[]): Row =>
  Object.fromEntries(
    columns.map(([key, field]) => [
      key,
      key === 'id' ? freeId(rows) : emptyCell(field, rows.length + 1),
    ]),
  );

const freeId = (rows: readonly Row[]): string => {
  const used = new Set(rows.map((row) => row.id));
  let number = rows.length + 1;
  while (used.has(`section-${number}`)) number += 1;
  return `section-${number}`;
};

/** Whether nobody filled a record in: these come with a value of their own when it is added. */
export const isEmptyRow = (columns: readonly Column[], row: Row): boolean =>
  columns.every(
    ([key, { kind }]) =>
      key === 'id' || ['choice', 'flag', 'integer'].includes(kind) || isBlank(row[key]),
  );

const isBlank = (cell: unknown): boolean =>
  typeof cell === 'string'
    ? cell.trim() === ''
    : cell === null || cell === undefined || (Array.isArray(cell) && cell.length === 0);

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
