import type { FormValues } from '#admin/editor/form-types.ts';
import type { AnyItem } from '#kit/collection.ts';

/** A field that a rewrite wrote, beside what stood there before. */
export interface ComparedField {
  key: string;
  label: string;
  original: string;
  /** What the rewrite wrote, as it is stored. */
  rewritten: unknown;
  /** What the form holds after going back. */
  back: unknown;
}

interface EarlierVersion {
  data: Record<string, unknown>;
}

const OTHERS = [
  ['excerpt', 'Excerpt'],
  ['category', 'Category'],
  ['tags', 'Tags'],
  ['metaTitle', 'Meta title'],
  ['metaDescription', 'Meta description'],
] as const;

export const showText = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : '';
};

const rewriteTime = (data: Record<string, unknown>): unknown =>
  (data.rewriteRecord as { at?: string } | null | undefined)?.at ?? null;

/** The article as it was before its last rewrite; versions since then carry the same record. */
export const findBefore = (
  item: AnyItem,
  revisions: readonly EarlierVersion[],
): Record<string, unknown> | null => {
  const time = rewriteTime(item);
  if (time === null) return null;
  return revisions.find(({ data }) => rewriteTime(data) !== time)?.data ?? null;
};

/**
 * Title and text are compared with the original, which is stored beside them; the other fields with what stood there
 * before the rewrite.
 */
export const compareFields = (
  item: AnyItem,
  values: FormValues,
  { source, before }: { source: string; before: Record<string, unknown> | null },
): ComparedField[] => [
  {
    key: 'rewrittenTitle',
    label: 'Title',
    original: showText(values.title),
    rewritten: item.rewrittenTitle ?? '',
    back: '',
  },
  {
    key: 'rewrittenContent',
    label: 'Content',
    original: source,
    rewritten: item.rewrittenContent ?? '',
    back: '',
  },
  ...OTHERS.flatMap(([key, label]) => {
    const original = showText(before?.[key]);
    if (!before || original === showText(item[key])) return [];
    const back = key === 'tags' ? (before.tags ?? []) : original;
    return [{ key, label, original, rewritten: item[key] ?? '', back }];
  }),
];
