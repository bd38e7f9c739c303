import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'yaml';
import { slugify } from '#content/shared/slugify.ts';
import { type AnyItem, type Collection, fieldEntries, slugFieldOf } from '#kit/collection.ts';

/** The field whose text stands below the front matter; a type without prose is plain YAML. */
export const bodyFieldOf = (collection: Collection): string | undefined =>
  fieldEntries(collection).find(([, field]) => field.kind === 'markdown')?.[0];

export const extensionOf = (collection: Collection) => (bodyFieldOf(collection) ? '.md' : '.yaml');

/** What tells an item from its siblings for a reader: its slug, its unique fields, its title. */
export const fileNameOf = (collection: Collection, item: Record<string, unknown>): string => {
  const slugField = slugFieldOf(collection);
  if (slugField) return String(item[slugField]);
  const keys = collection.unique?.[0] ?? [collection.title];
  return slugify(keys.map((key) => String(item[key]).replaceAll('/', ' ')).join(' ')) || 'item';
};

const YAML = { lineWidth: 0, blockQuote: 'literal', defaultStringType: 'PLAIN' } as const;

/** Only what differs from a fresh item; slugs stand for ids, so that a file means the same anywhere. */
const frontMatterOf = (
  collection: Collection,
  item: AnyItem,
  slugOf: (collection: string, id: number) => string | undefined,
) => {
  const front: Record<string, unknown> = {};
  const body = bodyFieldOf(collection);
  for (const [key, field] of fieldEntries(collection)) {
    if (key === body || field.kind === 'slug' || field.derived) continue;
    const value = item[key];
    if (value === null || value === undefined) continue;
    if (field.default !== undefined && isDeepStrictEqual(value, field.default)) continue;
    if (field.kind === 'reference' && field.to) front[key] = slugOf(field.to, Number(value));
    else if (field.kind === 'references' && field.to) {
      const to = field.to;
      front[key] = (value as number[]).flatMap((id) => slugOf(to, id) ?? []);
    } else front[key] = value;
  }
  return { ...front, createdAt: item.createdAt, updatedAt: item.updatedAt };
};

export const writeItem = (
  collection: Collection,
  item: AnyItem,
  slugOf: (collection: string, id: number) => string | undefined,
): string => {
  const front = stringify(frontMatterOf(collection, item, slugOf), YAML);
  const body = bodyFieldOf(collection);
  if (!body) return front;
  return `---\n${front}---\n${String(item[body] ?? '')}\n`;
};

/** A file as the fields it names; references are still slugs. */
export const readItem = (
  collection: Collection,
  name: string,
  source: string,
): Record<string, unknown> => {
  const slugField = slugFieldOf(collection);
  const named = slugField ? { [slugField]: name } : {};
  const body = bodyFieldOf(collection);
  if (!body) return { ...named, ...(parse(source) as object) };
  const match = source.match(/^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/);
  if (!match) throw new Error(`${collection.name}/${name}: no front matter`);
  const text = (match[2] ?? '').replace(/\n$/, '');
  return {
    ...named,
    ...(parse(match[1] ?? '') as object),
    ...(text === '' ? {} : { [body]: text }),
  };
};
