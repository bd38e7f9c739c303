import * as z from 'zod';
import {
  cleanText,
  isoDate,
  linkRule,
  rowId,
  slugRule,
  wholeNumber,
} from '#platform/text-rules.ts';
import { type Collection, fieldEntries } from './collection.ts';
import { type Field, labelOf } from './fields.ts';

const textSchemaOf = (label: string, field: Field) => {
  const max = field.max ?? Number.MAX_SAFE_INTEGER;
  const limited = cleanText().max(max, `${label} must be at most ${max} characters`);
  if (!field.required) return limited;
  return limited.refine((value) => value.trim() !== '', `${label} is required`);
};

/** One field's validator, when there is something in it. */
const filledSchemaOf = (label: string, field: Field, reserved: readonly string[]): z.ZodType => {
  switch (field.kind) {
    case 'text':
    case 'markdown':
      return textSchemaOf(label, field);
    case 'slug':
      return slugRule(textSchemaOf(label, field), reserved);
    case 'link':
      return linkRule(textSchemaOf(label, field));
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

/** One field's validator, without its default; a form sends '' for what nobody filled in. */
const schemaOf = (key: string, field: Field, reserved: readonly string[] = []): z.ZodType => {
  const filled = filledSchemaOf(labelOf(key, field), field, reserved);
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

const shapeOf = (
  fields: [string, Field][],
  make: (key: string, field: Field) => z.ZodType,
): Record<string, z.ZodType> =>
  Object.fromEntries(fields.map(([key, field]) => [key, make(key, field)]));

/** Create applies defaults; what has none and is not required becomes null. */
export const createSchema = (collection: Collection, fields = writable(collection)) =>
  z.strictObject(
    shapeOf(fields, (key, field) => {
      const schema = schemaOf(key, field, collection.reservedSlugs);
      if (field.required && field.default === undefined) return schema;
      return schema.optional().transform((value) => value ?? fallbackOf(field));
    }),
  );

/** What a file of content may say: also what only the server writes, and when. */
export const fileSchema = (collection: Collection) =>
  createSchema(
    collection,
    fieldEntries(collection).filter(([, field]) => !field.derived),
  ).extend({ createdAt: isoDate.optional(), updatedAt: isoDate.optional() });

/** Update knows no defaults: what a request omits stays as it is. */
export const updateSchema = (collection: Collection) =>
  z.strictObject(
    shapeOf(writable(collection), (key, field) =>
      schemaOf(key, field, collection.reservedSlugs).optional(),
    ),
  );

const moment = z.iso.datetime();

/** What a read answers, for the OpenAPI document. */
export const itemSchema = (collection: Collection) =>
  z.looseObject({
    id: z.int(),
    version: z.int(),
    createdAt: moment,
    updatedAt: moment,
    ...shapeOf(fieldEntries(collection), (key, field) =>
      field.kind === 'date' ? moment.nullable() : schemaOf(key, field),
    ),
  });
