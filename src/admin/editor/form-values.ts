import {
  type AnyItem,
  type Collection,
  type FieldOf,
  fieldEntries,
  slugFieldOf,
} from '#kit/collection.ts';
import type { Field } from '#kit/fields.ts';
import { slugify } from '#platform/text/slugify.ts';
import { isEmptyRow, type Row, readShape } from './fields/rows.ts';
import type { FormValues } from './form-types.ts';

/** The flag that makes an item public stands beside Save, not among the other fields. */
export const gridFieldsOf = <C extends Collection>(collection: C): [FieldOf<C>, Field][] =>
  formFieldsOf(collection).filter(([key]) => key !== publicFlagOf(collection));

/** 'isPublished', 'isActive'; undefined where a status says it, or nothing does. */
export const publicFlagOf = (collection: Collection): string | undefined => {
  const key = collection.visible?.field;
  return key !== undefined && collection.fields[key]?.kind === 'flag' ? key : undefined;
};

/** The fields of a form: all but those that the server writes. */
export const formFieldsOf = <C extends Collection>(collection: C): [FieldOf<C>, Field][] =>
  fieldEntries(collection).filter(([, field]) => !field.server);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const formValueOf = (field: Field, value: unknown): unknown => {
  switch (field.kind) {
    case 'flag':
      return Boolean(value);
    case 'integer':
      return value === null || value === undefined ? '' : String(value);
    case 'list':
    case 'references':
      return Array.isArray(value) ? value : [];
    case 'reference':
    case 'json':
      return value ?? null;
    default:
      return textOf(value);
  }
};

/** A stored item, or the defaults of a new one, in the shapes that inputs hold. */
export const toForm = (collection: Collection, item: AnyItem | null): FormValues =>
  Object.fromEntries(
    formFieldsOf(collection).map(([key, field]) => [
      key,
      formValueOf(field, item === null ? field.default : item[key]),
    ]),
  );

/** Display order and the like fall back to their default, rankings to null (spec, section 5). */
export const parseWhole = (text: unknown, fallback: number | null): number | null => {
  const number = Number.parseInt(String(text ?? ''), 10);
  return Number.isNaN(number) ? fallback : number;
};

export const cleanLines = (lines: unknown): string[] =>
  (Array.isArray(lines) ? lines : []).map((line) => String(line).trim()).filter(Boolean);

/** The records of a structured field, each of whose parts is sent as a field is; those that nobody filled in are left out. */
const rowsToBody = (field: Field, value: unknown): unknown => {
  const shape = readShape(field.shape);
  if (shape.kind !== 'rows' || !Array.isArray(value)) return value;
  const rows = value.map((row: Row) => ({
    ...row,
    ...Object.fromEntries(
      shape.columns
        .filter(([key]) => Object.hasOwn(row, key))
        .map(([key, column]) => [key, bodyValueOf(column, row[key])]),
    ),
  }));
  const filled = rows.filter((row) => !isEmptyRow(shape.columns, row));
  return filled.length === 0 && field.default === undefined && !field.required ? null : filled;
};

const bodyValueOf = (field: Field, value: unknown): unknown => {
  switch (field.kind) {
    case 'flag':
      return Boolean(value);
    case 'integer':
      return parseWhole(value, typeof field.default === 'number' ? field.default : null);
    case 'list':
      return cleanLines(value);
    case 'references':
      return value ?? [];
    case 'reference':
      return value ?? null;
    case 'json':
      return rowsToBody(field, value) ?? (field.default === undefined ? null : field.default);
    default: {
      const text = value ?? '';
      return text === '' && !field.required && field.default === undefined ? null : text;
    }
  }
};

/** The request body of a form: no id, no timestamps, and flags as booleans. */
export const toBody = (collection: Collection, values: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    formFieldsOf(collection).map(([key, field]) => [key, bodyValueOf(field, values[key])]),
  );

/** Fields changed while a save was in flight stay; all others take their stored value. */
export const keepTyped = (typed: FormValues, sent: FormValues, stored: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries({ ...typed, ...stored }).map(([key, value]) => [
      key,
      isSame(typed[key], sent[key]) ? value : typed[key],
    ]),
  );

/** Two values are the same when JSON cannot tell them apart, in any order of their keys. */
export const isSame = (a: unknown, b: unknown): boolean => stable(a) === stable(b);

const stable = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

export const isChanged = (collection: Collection, base: FormValues, values: FormValues) =>
  !isSame(toBody(collection, base), toBody(collection, values));

/** A new item's slug follows its title until it is edited by hand; an existing address never changes by itself. */
export const withAutoSlug = (
  collection: Collection,
  before: FormValues,
  patch: FormValues,
): FormValues => {
  const slugField = slugFieldOf(collection);
  const title = patch[collection.title];
  if (!slugField || typeof title !== 'string' || slugField in patch) return patch;
  const follows = before[slugField] === slugify(String(before[collection.title] ?? ''));
  return follows ? { ...patch, [slugField]: slugify(title) } : patch;
};
