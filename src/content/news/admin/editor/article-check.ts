import type { FieldErrors } from '#admin/api/problems.ts';
import type { FormOf, FormValues, TextsOf } from '#admin/editor/form-types.ts';
import { toBody } from '#admin/editor/form-values.ts';
import { type Article, news } from '#content/news/news.collection.ts';
import type { FieldOf } from '#kit/collection.ts';
import { createSchema } from '#kit/validators.ts';

export type ArticleForm = FormOf<typeof news>;
export type ArticleErrors = TextsOf<typeof news>;
export type ArticleField = FieldOf<typeof news>;

const schema = createSchema(news);

/** Counted by the server from the text, and the mark by which a feed knows its item. */
const NOT_IN_THE_FORM: ArticleField[] = ['wordCount', 'readingTime', 'originalGuid'];

export const withoutCounted = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).filter(([key]) => !NOT_IN_THE_FORM.some((left) => left === key)),
  );

/** The article as it is stored, when it is. */
type Stored = FormValues | null;

export type Origin = 'own' | 'publisher';

/** Ours or another publisher's; if unset, a stored article without an original address is ours. */
export const originOf = (values: ArticleForm, stored: Stored): Origin => {
  if (values.origin === 'own' || values.origin === 'publisher') return values.origin;
  return stored !== null && !stored.originalUrl ? 'own' : 'publisher';
};

/** The original publisher, else the origin. */
export const publisherOf = (
  article: Pick<Article, 'origin' | 'originalUrl' | 'originalPublisher'>,
): string => {
  if (article.originalPublisher) return article.originalPublisher;
  return originOf(article, article) === 'own' ? 'Own article' : 'Another publisher';
};

/** Errors by field, before any request: the article table's own rules, and the original address. */
export const checkArticle = (values: ArticleForm, stored: Stored): ArticleErrors => {
  const checked = schema.safeParse(withoutCounted(toBody(news, values)));
  const errors: FieldErrors = {};
  for (const { path, message } of checked.error?.issues ?? []) {
    const key = String(path[0]);
    errors[key] ??= message;
  }
  const url = typeof values.originalUrl === 'string' ? values.originalUrl.trim() : '';
  const isMissing = url === '' && originOf(values, stored) === 'publisher';
  const missing: ArticleErrors = isMissing ? { originalUrl: 'Original URL is required' } : {};
  return { ...errors, ...missing };
};

/** 'a, b ,c' as a list. */
export const splitTags = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);

const isEmpty = (text: string | null | undefined) => (text ?? '').trim() === '';

type Told = Pick<Article, 'excerpt' | 'imageUrl' | 'imageAlt'>;

/** Fields that readers would miss. The editor is told and decides: none of them holds up publishing (A14.27). */
export const findMissing = ({
  excerpt,
  imageUrl,
  imageAlt,
}: Partial<Told>): { excerpt?: string; imageAlt?: string } => ({
  ...(isEmpty(excerpt) ? { excerpt: 'No excerpt: lists show the title alone' } : {}),
  ...(imageUrl && isEmpty(imageAlt)
    ? { imageAlt: 'No alt text: the image says nothing to people who cannot see it' }
    : {}),
});
