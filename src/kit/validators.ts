import * as z from 'zod';
import {
  cleanText,
  isoDate,
  linkRule,
  rowId,
  slugRule,
  textRule,
  wholeNumber,
} from '#platform/text-rules.ts';
import { type Collection, fieldEntries } from './collection.ts';
import { type Field, labelOf } from './fields.ts';

export const ruleOf = (label: string, field: Field, reserved: readonly string[]): z.ZodType => {
  switch (field.kind) {
    case 'text':
    case 'markdown':
      return textRule(label, field);
    case 'slug':
      return slugRule(textRule(label, field), reserved);
    case 'link':
      return linkRule(textRule(label, field), field.picture);
    case 'integer':
      return wholeNumber;
    case 'flag':
      return z.boolean();
    case 'date':
      return isoDate;
    case 'choice':
      return z.enum(field.choices ?? []);
    case 'list':
      return z.array(cleanText(z.string().trim().min(1)).max(field.max ?? 500)).max(200);
    case 'reference':
      return rowId;
    case 'references':
      return z.array(rowId).max(200);
    case 'json':
      return field.shape ?? z.unknown();
  }
};

/** One field's validator, without its default; a form sends '' for an empty field. */
const schemaOf = (key: string, field: Field, reserved: readonly string[] = []): z.ZodType => {
  const filled = ruleOf(labelOf(key, field), field, reserved);
  if (field.required) return filled;
  const schema = field.default === undefined ? filled.nullable() : filled;
  if (!['link', 'date', 'choice'].includes(field.kind)) return schema;
  const blank = field.kind === 'link' ? fallbackOf(field) : null;
  return z.preprocess((value) => (value === '' ? blank : value), schema);
};

const fallbackOf = (field: Field) =>
  field.default === undefined ? null : structuredClone(field.default);

const writable = (collection: Collection) =>
  fieldEntries(collection).filter(([, field]) => !field.server);

export const shapeOf = (
  fields: [string, Field][],
  make: (key: string, field: Field) => z.ZodType,
): Record<string, z.ZodType> =>
  Object.fromEntries(fields.map(([key, field]) => [key, make(key, field)]));

/** Create applies defaults; optional fields without one become null. */
export const createSchema = (collection: Collection, fields = writable(collection)) =>
  z.strictObject(
    shapeOf(fields, (key, field) => {
      const schema = schemaOf(key, field, collection.reservedSlugs);
      if (field.required && field.default === undefined) return schema;
      return schema.optional().transform((value) => value ?? fallbackOf(field));
    }),
  );

/** Update knows no defaults: omitted fields stay as they are. */
export const updateSchema = (collection: Collection) =>
  z.strictObject(
    shapeOf(writable(collection), (key, field) =>
      schemaOf(key, field, collection.reservedSlugs).optional(),
    ),
  );
