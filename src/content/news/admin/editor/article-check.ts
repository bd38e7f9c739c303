import type { FieldErrors } from '#admin/api/problems.ts';
import type { FormValues } from '#admin/editor/form-types.ts';
import { toBody } from '#admin/editor/form-values.ts';
import { type Article, news } from '#content/news/news.collection.ts';
import { createSchema } from '#kit/validators.ts';

const collection = news;
const schema = createSchema(collection);

/** Counted by the server from the text, and the mark by which a feed knows its item. */
const NOT_IN_THE_FORM = ['wordCount', 'readingTime', 'originalGuid'];

export const withoutCounted = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !NOT_IN_THE_FORM.includes(key)));

/** The article as it is stored, when it is. */
type Stored = Record<string, unknown> | null;

export type Origin = 'own' | 'publisher';

/** Ours or another publisher's; where nobody said, a stored article without an original address is ours. */
export const originOf = (values: FormValues, stored: Stored): Origin => {
  if (values.origin === 'own' || values.origin === 'publisher') return values.origin;
  return stored !== null && !stored.originalUrl ? 'own' : 'publisher';
};

/** Who published it first, where that is known. */
export const publisherOf = (
  article: Pick<Article, 'origin' | 'originalUrl' | 'originalPublisher'>,
): string => {
  if (article.originalPublisher) return article.originalPublisher;
  return originOf(article, article) === 'own' ? 'Own article' : 'Another publisher';
};

/** What is wrong, by field, before anything is sent: the article table's own rules, and the original address. */
export const checkArticle = (values: FormValues, stored: Stored): FieldErrors => {
  const checked = schema.safeParse(withoutCounted(toBody(collection, values)));
  const errors: FieldErrors = {};
  for (const { path, message } of checked.error?.issues ?? []) {
    const key = String(path[0]);
    errors[key] ??= message;
  }
  const url = typeof values.originalUrl === 'string' ? values.originalUrl.trim() : '';
  if (url === '' && originOf(values, stored) === 'publisher')
    errors.originalUrl = 'Original URL is required';
  return errors;
};

/** 'a, b ,c' as a list. */
export const splitTags = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
