import { isDeepStrictEqual } from 'node:util';
import { Document, isScalar, parse, visit } from 'yaml';
import { type AnyItem, type Collection, fieldEntries, slugFieldOf } from '#kit/collection.ts';
import type { Field } from '#kit/fields.ts';
import { slugify } from '#platform/text/slugify.ts';

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

const asList = (list: unknown): unknown[] => {
  if (Array.isArray(list)) return list;
  throw new Error('expected a list of items');
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
export const fileNameOf = (collection: Collection, item: Values): string => {
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
  // The database keeps the keys of JSON by length; a reader expects them as the definition has them.
  if (field.kind === 'json' && shape) return shape.safeParse(value).data ?? value;
  return field.kind === 'date' ? String(value).replace(MIDNIGHT, '') : value;
};

/** Only differences from a fresh item; slugs stand for ids, so that a file means the same anywhere. */
const frontMatterOf = (collection: Collection, item: AnyItem, name: string, slugOf: SlugOf) => {
  const front: Values = {};
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

/** The file of an item, or of all that share the reference by which they are filed. */
export const writeFileOf = (
  collection: Collection,
  items: readonly AnyItem[],
  { name, slugOf }: { name: string; slugOf: SlugOf },
): string => {
  const fronts = items.map((item) => frontMatterOf(collection, item, name, slugOf));
  if (collection.filedBy) return writeYaml(fronts);
  const front = writeYaml(fronts[0] ?? {});
  const field = bodyFieldOf(collection);
  if (!field) return front;
  const body = items[0]?.[field];
  return typeof body === 'string' ? `---\n${front}---\n\n${body}\n` : `---\n${front}---\n`;
};

/** A day is its midnight in UTC, wherever the database stands. */
const readDates = (collection: Collection, values: Values) => {
  const dates = fieldEntries(collection).filter(([, { kind }]) => kind === 'date');
  for (const key of ['createdAt', 'updatedAt', ...dates.map(([name]) => name)]) {
    const value = values[key];
    if (typeof value === 'string' && value.length === 10) values[key] = value + MIDNIGHT;
  }
  return values;
};

/** The items of a file as the fields that it names, its own name among them; references are still slugs. */
export const readFileOf = (collection: Collection, name: string, source: string): Values[] => {
  const body = bodyFieldOf(collection);
  const [, front, rest = ''] = body ? (FILE.exec(source) ?? []) : ['', source];
  if (front === undefined) throw new Error('no front matter between two lines of ---');
  // One empty line after the front matter and the last line break belong to the file, not to the text.
  const text = rest.replace(/^\r?\n/, '').replace(/\n$/, '');
  const hasText = rest.trim() !== '' || rest.length > 1;
  const content: unknown = parse(front);
  const named = collection.filedBy ?? slugFieldOf(collection);
  return (collection.filedBy ? asList(content) : [content]).map((values) => ({
    ...(named ? { [named]: name } : {}),
    ...readDates(collection, asValues(values)),
    ...(body && hasText ? { [body]: text } : {}),
  }));
};
