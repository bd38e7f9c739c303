import type { FieldErrors } from '#admin/api/problems.ts';
import type { FormValues } from '#admin/editor/form-types.ts';
import { toBody } from '#admin/editor/form-values.ts';
import { news } from '#content/news/news.collection.ts';
import { widen } from '#kit/collection.ts';
import { createSchema } from '#kit/validators.ts';

const collection = widen(news);
const schema = createSchema(collection);

/** Counted by the server from the text, and the mark by which a feed knows its item. */
const NOT_IN_THE_FORM = ['wordCount', 'readingTime', 'originalGuid'];

export const withoutCounted = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !NOT_IN_THE_FORM.includes(key)));

/**
 * What is wrong, by field, before anything is sent: the article table's own rules, and an original address for
 * everything but a piece of our own that never had one.
 */
export const checkArticle = (values: FormValues, mayLackUrl: boolean): FieldErrors => {
  const checked = schema.safeParse(withoutCounted(toBody(collection, values)));
  const errors: FieldErrors = {};
  for (const { path, message } of checked.error?.issues ?? []) {
    const key = String(path[0]);
    errors[key] ??= message;
  }
  const url = typeof values.originalUrl === 'string' ? values.originalUrl.trim() : '';
  if (url === '' && !mayLackUrl) errors.originalUrl = 'Original URL is required';
  return errors;
};

/** 'a, b ,c' as a list. */
export const splitTags = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
