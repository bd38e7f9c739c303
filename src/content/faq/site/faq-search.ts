import { listQuery, partOf } from '#site/api/queries.ts';
import { PAGE_SIZE } from '#site/first-pages.ts';
import type { CategorySearch } from '#site/list/category-search.ts';
import type { FaqEntry } from '../faq.collection.ts';

export type FaqCardData = Pick<FaqEntry, 'id' | 'slug' | 'question' | 'answer' | 'category'>;

export const faqListQuery = ({ q, category, page }: CategorySearch) =>
  listQuery<FaqCardData>('faq', { q, category, ...partOf(page, PAGE_SIZE.faq) });

/** The categories that the list begins with, and the chosen one wherever it stands. */
export const categoriesOf = (entries: readonly FaqCardData[], chosen?: string): string[] => [
  ...new Set(
    [...entries.map(({ category }) => category), chosen].filter(
      (category): category is string => typeof category === 'string' && category !== '',
    ),
  ),
];
