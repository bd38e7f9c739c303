import { isDeepStrictEqual } from 'node:util';
import { Document, isScalar, parse, visit } from 'yaml';
import * as z from 'zod';
import { type AnyItem, type Collection, fieldEntries, slugFieldOf } from '#kit/collection.ts';
import type { Field } from '#kit/fields.ts';
import { memoByKey } from '#platform/memo.ts';
import { slugify } from '#platform/text/slugify.ts';

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
const orderKeys = (shape: z.ZodType, value: unknown): unknown => orderBy(schemaOf(shape), value);

const PLAIN = {
  lineWidth: 0,
  blockQuote: 'literal',
  defaultStringType: 'PLAIN',
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
} as const;
/** A text beyond a meta description is easier to edit below its key than beside it. */
const LONG = 160;
/** Characters that a block loses or an editor quietly drops: trailing spaces, odd breaks. */
const FRAGILE = /[^\P{C}\n]|[\u2028\u2029]|\p{Zs}(?:\n|$)|^\s/u;

const styleOf = (value: string) => {
  if (FRAGILE.test(value)) return 'QUOTE_DOUBLE';
  return value.includes('\n') || value.length > LONG ? 'BLOCK_LITERAL' : undefined;
};

type Values = Record<string, unknown>;

/** YAML that a person can read and change: long texts as blocks, the rest as plain as it may be. */
const writeYaml = (values: Values | Values[]): string => {
  const document = new Document(values);
  visit(document, {
    Scalar: (key, node) => {
      if (key === 'key' || !isScalar(node) || typeof node.value !== 'string') return;
      const style = styleOf(node.value);
      if (style) node.type = style;
    },
  });
  return document.toString(PLAIN);
};

const asValues = (values: unknown): Values => {
  if (typeof values === 'object' && values !== null && !Array.isArray(values)) return { ...values };
  throw new Error('expected fields with values');
};

const readYaml = (source: string): Values => asValues(parse(source));

const readYamlList = (source: string): Values[] => {
  const list: unknown = parse(source);
  if (!Array.isArray(list)) throw new Error('expected a list of items');
  return list.map(asValues);
};

/** How a reference is written: the slug of what it points to, if that is still there. */
export type SlugOf = (collection: string, id: number) => string | undefined;

/** Every file system takes a name of this length, with a suffix. */
const MAX_NAME = 120;
const MIDNIGHT = 'T00:00:00.000Z';
const FILE = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/;

/** The field whose text stands below the front matter; a type without prose is plain YAML. */
const bodyFieldOf = (collection: Collection): string | undefined =>
  fieldEntries(collection).find(([, field]) => field.kind === 'markdown')?.[0];

export const extensionOf = (collection: Collection) => (bodyFieldOf(collection) ? '.md' : '.yaml');

/** Tells an item from its siblings: its slug, its unique fields, its title. */
export const fileNameOf = (collection: Collection, item: Record<string, unknown>): string => {
  const slugField = slugFieldOf(collection);
  if (slugField) return String(item[slugField]).slice(0, MAX_NAME);
  const keys = collection.unique?.[0] ?? [collection.title];
  const words = keys.map((key) => String(item[key]).replaceAll('/', ' ')).join(' ');
  return slugify(words).slice(0, MAX_NAME) || 'item';
};

const written = (field: Field, value: unknown, slugOf: SlugOf): unknown => {
  const { to, shape } = field;
  if (field.kind === 'reference' && to) return slugOf(to, Number(value));
  if (field.kind === 'references' && to && Array.isArray(value)) {
    return value.flatMap((id) => slugOf(to, Number(id)) ?? []);
  }
  if (field.kind === 'json' && shape) return orderKeys(shape, value);
  return field.kind === 'date' ? String(value).replace(MIDNIGHT, '') : value;
};

/** Only differences from a fresh item; slugs stand for ids, so that a file means the same anywhere. */
const frontMatterOf = (
  collection: Collection,
  item: AnyItem,
  { name, slugOf }: { name: string; slugOf: SlugOf },
) => {
  const front: Record<string, unknown> = {};
  const body = bodyFieldOf(collection);
  for (const [key, field] of fieldEntries(collection)) {
    const value = item[key];
    // The value in the file's own name is not repeated.
    const isNamed = key === collection.filedBy || (field.kind === 'slug' && value === name);
    if (key === body || isNamed || field.derived) continue;
    if (value === null || value === undefined) continue;
    if (field.default !== undefined && isDeepStrictEqual(value, field.default)) continue;
    front[key] = written(field, value, slugOf);
  }
  return { ...front, createdAt: item.createdAt, updatedAt: item.updatedAt };
};

/** All items of one file. */
export const writeItems = (collection: Collection, items: readonly AnyItem[], slugOf: SlugOf) =>
  writeYaml(items.map((item) => frontMatterOf(collection, item, { name: '', slugOf })));

export const writeItem = (
  collection: Collection,
  item: AnyItem,
  place: { name: string; slugOf: SlugOf },
): string => {
  const front = writeYaml(frontMatterOf(collection, item, place));
  const field = bodyFieldOf(collection);
  if (!field) return front;
  const body = item[field];
  return typeof body === 'string' ? `---\n${front}---\n\n${body}\n` : `---\n${front}---\n`;
};

/** A day is its midnight in UTC, wherever the database stands. */
const readDates = (collection: Collection, values: Record<string, unknown>) => {
  const dates = fieldEntries(collection).filter(([, { kind }]) => kind === 'date');
  for (const key of ['createdAt', 'updatedAt', ...dates.map(([name]) => name)]) {
    const value = values[key];
    if (typeof value === 'string' && value.length === 10) values[key] = value + MIDNIGHT;
  }
  return values;
};

/** The items of a file that holds several; the file's name is the reference that they share. */
export const readItems = (
  collection: Collection,
  name: string,
  source: string,
): Record<string, unknown>[] =>
  readYamlList(source).map((values) =>
    readDates(collection, { [collection.filedBy ?? '']: name, ...values }),
  );

/** A file as the fields it names; references are still slugs. */
export const readItem = (
  collection: Collection,
  name: string,
  source: string,
): Record<string, unknown> => {
  const slugField = slugFieldOf(collection);
  const named = slugField ? { [slugField]: name } : {};
  const field = bodyFieldOf(collection);
  if (!field) return readDates(collection, { ...named, ...readYaml(source) });
  const match = source.match(FILE);
  if (!match) throw new Error('no front matter between two lines of ---');
  const values = readDates(collection, { ...named, ...readYaml(match[1] ?? '') });
  // One empty line after the front matter and the last line break belong to the file, not to the text.
  const rest = match[2] ?? '';
  if (rest.trim() === '' && rest.length < 2) return values;
  return { ...values, [field]: rest.replace(/^\r?\n/, '').replace(/\n$/, '') };
};
