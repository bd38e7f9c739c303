import type { ArticleField, ArticleForm } from '#content/news/admin/editor/article-check.ts';

/** A rewritten field beside its earlier value. */
export interface ComparedField {
  key: ArticleField;
  label: string;
  original: string;
}

interface EarlierVersion {
  data: ArticleForm;
}

const OTHERS: readonly (readonly [ArticleField, string])[] = [
  ['excerpt', 'Excerpt'],
  ['category', 'Category'],
  ['tags', 'Tags'],
  ['metaTitle', 'Meta title'],
  ['metaDescription', 'Meta description'],
];

export const showText = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : '';
};

const rewriteTime = (data: ArticleForm): unknown =>
  (data.rewriteRecord as { at?: string } | null | undefined)?.at ?? null;

/** The article as it was before its last rewrite; versions since then carry the same record. */
export const findBefore = (
  item: ArticleForm,
  revisions: readonly EarlierVersion[],
): ArticleForm | null => {
  const time = rewriteTime(item);
  if (time === null) return null;
  return revisions.find(({ data }) => rewriteTime(data) !== time)?.data ?? null;
};

/**
 * Title and text are compared with the original, which is stored beside them; the other fields with their values
 * before the rewrite.
 */
export const compareFields = (
  item: ArticleForm,
  values: ArticleForm,
  { source, before }: { source: string; before: ArticleForm | null },
): ComparedField[] => [
  {
    key: 'rewrittenTitle',
    label: 'Title',
    original: showText(values.title),
  },
  {
    key: 'rewrittenContent',
    label: 'Content',
    original: source,
  },
  ...OTHERS.flatMap(([key, label]) => {
    const original = showText(before?.[key]);
    if (!before || original === showText(item[key])) return [];
    return [{ key, label, original }];
  }),
];
