import type { FormValues } from '#admin/editor/form-types.ts';
import type { SeoInput } from '#modules/seo-generation/analyser.ts';

export const META_TITLE_CAP = 60;
export const META_DESCRIPTION_CAP = 160;

// A rewritten article is read in its rewritten words, so they come first.
const TITLE_KEYS = ['rewrittenTitle', 'question', 'term', 'title', 'name'];
const BODY_KEYS = [
  'rewrittenContent',
  'answer',
  'definition',
  'content',
  'originalContent',
  'introduction',
  'overview',
  'description',
];

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const firstFilled = (values: FormValues, keys: readonly string[]): string =>
  keys.map((key) => textOf(values[key])).find((text) => text.trim() !== '') ?? '';

export const titleOf = (values: FormValues): string => firstFilled(values, TITLE_KEYS);

export const bodyOf = (values: FormValues): string => firstFilled(values, BODY_KEYS);

/** What the analyser looks at, taken from whatever form is open. */
export const subjectOf = (values: FormValues, targetKeyphrase: string): SeoInput => ({
  title: titleOf(values),
  content: bodyOf(values),
  slug: typeof values.slug === 'string' ? values.slug : undefined,
  metaTitle: textOf(values.metaTitle),
  metaDescription: textOf(values.metaDescription),
  targetKeyphrase,
  imageAlt: textOf(values.imageUrl) === '' ? undefined : textOf(values.imageAlt),
});
