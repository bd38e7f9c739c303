import type { FieldErrors } from '#admin/api/problems.ts';
import type { FormValues } from '#admin/editor/form-types.ts';
import { toBody } from '#admin/editor/form-values.ts';
import { findHoles } from '#content/news/holes.ts';
import { news } from '#content/news/news.collection.ts';
import { widen } from '#kit/collection.ts';
import { createSchema } from '#kit/validators.ts';

const collection = widen(news);
const schema = createSchema(collection);

/** Counted by the server from the text, and the mark by which a feed knows its item. */
const NOT_IN_THE_FORM = ['wordCount', 'readingTime', 'originalGuid'];

export const withoutCounted = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !NOT_IN_THE_FORM.includes(key)));

/** The article as it is stored, when it is. */
type Stored = Record<string, unknown> | null;

/** A piece of our own that never had an original address may stay without one. */
export const mayLackUrl = (stored: Stored) => stored !== null && !stored.originalUrl;

/**
 * What is wrong, by field, before anything is sent: the article table's own rules, the original address, and what
 * readers would miss in an article that this save publishes.
 */
export const checkArticle = (values: FormValues, stored: Stored): FieldErrors => {
  const checked = schema.safeParse(withoutCounted(toBody(collection, values)));
  const isPublishing = values.status === 'published' && stored?.status !== 'published';
  const errors: FieldErrors = isPublishing ? findHoles(values) : {};
  for (const { path, message } of checked.error?.issues ?? []) {
    const key = String(path[0]);
    errors[key] ??= message;
  }
  const url = typeof values.originalUrl === 'string' ? values.originalUrl.trim() : '';
  if (url === '' && !mayLackUrl(stored)) errors.originalUrl = 'Original URL is required';
  return errors;
};

/** 'a, b ,c' as a list. */
export const splitTags = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
