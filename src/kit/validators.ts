import * as z from 'zod';
import { isSafeLink } from '#platform/safe-link.ts';
import { type Collection, fieldEntries } from './collection.ts';
import { type Field, labelOf } from './fields.ts';

const SLUG = /^(?=.*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

const clean = (schema: z.ZodString) =>
  schema.refine((value) => !CONTROL.test(value), 'Invalid input');

const stringOf = (label: string, field: Field) => {
  const base = clean(z.string());
  const limited = field.max
    ? base.max(field.max, `${label} must be at most ${field.max} characters`)
    : base;
  return field.required
    ? limited.refine((value) => value.trim() !== '', `${label} is required`)
    : limited;
};

const isoDate = z.union([z.iso.datetime({ offset: true }), z.iso.date()], 'Invalid input');

const emptyToNull = (value: unknown) => (value === '' ? null : value);

/** One field's validator, without its default. */
const schemaOf = (key: string, field: Field): z.ZodType => {
  const label = labelOf(key, field);
  const nullable = <S extends z.ZodType>(schema: S) =>
    field.required ? schema : schema.nullable();
  switch (field.kind) {
    case 'text':
    case 'markdown':
      return field.default === undefined
        ? nullable(stringOf(label, field))
        : stringOf(label, field);
    case 'slug':
      return stringOf(label, field).refine(
        (value) => value.trim() === '' || SLUG.test(value),
        'Use lowercase letters, digits and single hyphens, with at least one letter',
      );
    case 'link': {
      const base = stringOf(label, field).refine(
        (value) => value === '' || isSafeLink(value),
        'Invalid input: use an http(s) address or a path of this site',
      );
      return field.required ? base : z.preprocess(emptyToNull, base.nullable());
    }
    case 'integer': {
      const base = z.int('Expected a whole number').min(-2147483648).max(2147483647);
      return typeof field.default === 'number' ? base : base.nullable();
    }
    case 'flag':
      return z.boolean();
    case 'date':
      return z.preprocess(emptyToNull, nullable(isoDate));
    case 'choice':
      return field.default === undefined && !field.required
        ? z.preprocess(emptyToNull, z.enum(field.choices ?? []).nullable())
        : z.enum(field.choices ?? []);
    case 'list':
      return z
        .array(
          clean(
            z
              .string()
              .trim()
              .min(1)
              .max(field.max ?? 500),
          ),
        )
        .max(200);
    case 'reference':
      return nullable(z.int().positive());
    case 'references':
      return z.array(z.int().positive()).max(200);
    case 'json':
      return field.shape ? nullable(field.shape) : z.unknown();
  }
};

const writable = (collection: Collection) =>
  fieldEntries(collection).filter(([, field]) => !field.server);

const fallbackOf = (field: Field) =>
  field.default !== undefined ? structuredClone(field.default) : null;

/** Create applies defaults; what has none and is not required becomes null. */
export const createSchema = (collection: Collection, fields = writable(collection)) =>
  z.strictObject(
    Object.fromEntries(
      fields.map(([key, field]) => {
        const schema = schemaOf(key, field);
        if (field.required && field.default === undefined) return [key, schema];
        return [key, schema.optional().transform((value) => value ?? fallbackOf(field))];
      }),
    ),
  );

/** What a file of content may say: also what only the server writes, and when. */
export const fileSchema = (collection: Collection) =>
  createSchema(
    collection,
    fieldEntries(collection).filter(([, field]) => !field.derived),
  ).extend({
    createdAt: isoDate.optional(),
    updatedAt: isoDate.optional(),
  });

/** Update knows no defaults: what a request omits stays as it is. */
export const updateSchema = (collection: Collection) =>
  z.strictObject(
    Object.fromEntries(
      writable(collection).map(([key, field]) => [key, schemaOf(key, field).optional()]),
    ),
  );

const baseShape = {
  id: z.int(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

/** What a read answers, for the OpenAPI document. */
export const itemSchema = (collection: Collection) =>
  z.looseObject({
    ...baseShape,
    ...Object.fromEntries(
      fieldEntries(collection).map(([key, field]) => [
        key,
        field.kind === 'date' ? z.iso.datetime().nullable() : schemaOf(key, field),
      ]),
    ),
  });
