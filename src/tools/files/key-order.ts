import * as z from 'zod';
import { memoByKey } from '#platform/memo.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

// Without names: a named schema stands apart, behind a reference.
const schemaOf = memoByKey(
  (shape: z.ZodType): JsonSchema =>
    z.toJSONSchema(shape, { unrepresentable: 'any', io: 'input', metadata: z.registry() }),
);

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSchema = (value: unknown): value is JsonSchema => isMapping(value);

/** The alternatives of a schema, at every depth. */
const optionsOf = (schema: JsonSchema): JsonSchema[] =>
  schema.anyOf ? schema.anyOf.filter(isSchema).flatMap(optionsOf) : [schema];

const orderBy = (schema: JsonSchema, value: unknown): unknown => {
  const options = optionsOf(schema);
  if (Array.isArray(value)) {
    const items = options.find(({ type }) => type === 'array')?.items;
    return isSchema(items) ? value.map((part) => orderBy(items, part)) : value;
  }
  const shape = options.find(({ type }) => type === 'object');
  if (!isMapping(value) || !shape) return value;
  const { properties, additionalProperties } = shape;
  const keys = properties ? Object.keys(properties) : Object.keys(value);
  return Object.fromEntries(
    keys.flatMap((key) => {
      const part = properties?.[key] ?? additionalProperties;
      if (value[key] === undefined) return [];
      return [[key, isSchema(part) ? orderBy(part, value[key]) : value[key]]];
    }),
  );
};

/** The database keeps the keys of JSON by length; a reader expects them as the definition has them. */
export const orderKeys = (shape: z.ZodType, value: unknown): unknown =>
  orderBy(schemaOf(shape), value);
