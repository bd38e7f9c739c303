import type { FormValues } from '#admin/editor/form-types.ts';
import { textOf } from '#admin/editor/form-values.ts';
import type { SeoInput } from '#admin/seo/analyser.ts';
import { type Collection, fieldEntries, headlineOf } from '#kit/collection.ts';

/** Stored for the desk: pages print them as small facts at most. */
const NOT_SHOWN = [
  'name',
  'originalGuid',
  'originalAuthor',
  'originalPublisher',
  'category',
  'tags',
  'excerpt',
  'imageAlt',
  'imageCaption',
  'sources',
  'videos',
  'primaryKeyword',
  'secondaryKeywords',
];

export const titleOf = (collection: Collection, values: FormValues): string =>
  headlineOf(collection, values).trim();

/** Readers get the one text or the other, never both. */
const REPLACED_BY: Record<string, string> = {
  originalContent: 'rewrittenContent',
  content: 'about',
};

export const isReplaced = (key: string, values: FormValues): boolean =>
  textOf(values[REPLACED_BY[key] ?? '']).trim() !== '';

export const isReplacing = (key: string) => Object.values(REPLACED_BY).includes(key);

/** The texts inside a value: of a list, or of the records of a structured field. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return isAddress(value) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    ['id', 'type'].includes(key) ? [] : textsIn(part),
  );
};

const isAddress = (text: string) => /^(?:https?:\/\/|\/)\S*$/.test(text);

const READ_KINDS = ['text', 'markdown', 'list', 'json'];

const readFieldsOf = (collection: Collection, values: FormValues) =>
  fieldEntries(collection)
    .filter(([, { kind, tab }]) => READ_KINDS.includes(kind) && tab !== 'seo')
    .filter(([key]) => key !== collection.title && key !== collection.headline)
    .filter(([key, { server }]) => !server && !NOT_SHOWN.includes(key) && !isReplaced(key, values));

/** Everything that the page shows to be read, in the order of its fields; the title stands by itself. */
export const bodyOf = (collection: Collection, values: FormValues): string =>
  readFieldsOf(collection, values)
    .flatMap(([key]) => textsIn(values[key]))
    .filter((text) => text.trim() !== '')
    .join('\n\n');

const LEAD = 5000;

/** How the first long text begins; short fields before it, such as a description, are no paragraph of it. */
export const leadOf = (collection: Collection, values: FormValues): string | undefined =>
  readFieldsOf(collection, values)
    .filter(([, { kind }]) => kind === 'markdown')
    .map(([key]) => textOf(values[key]).trim().slice(0, LEAD))
    .find((text) => text !== '');

/** The analyser's input, taken from any form. */
export const subjectOf = (
  collection: Collection,
  values: FormValues,
  targetKeyphrase: string,
): SeoInput => ({
  title: titleOf(collection, values),
  content: bodyOf(collection, values),
  lead: leadOf(collection, values),
  slug: typeof values.slug === 'string' ? values.slug : undefined,
  metaTitle: textOf(values.metaTitle),
  metaDescription: textOf(values.metaDescription),
  targetKeyphrase,
  imageAlt: textOf(values.imageUrl) === '' ? undefined : textOf(values.imageAlt),
});
