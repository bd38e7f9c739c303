import type { CardResponse } from '#client/api-calls.ts';
import { listQuery, partOf } from '#site/api/queries.ts';
import type { CategorySearch } from '#site/list/category-search.ts';
import { PAGE_SIZE } from '../site.ts';

export type FaqCardData = CardResponse<'faq'>;

export const faqListQuery = ({ q, category, page }: CategorySearch) =>
  listQuery('faq', { q, category, ...partOf(page, PAGE_SIZE) });

/** The categories that the list begins with, and the chosen one wherever it stands. */
export const categoriesOf = (entries: readonly FaqCardData[], chosen?: string): string[] => [
  ...new Set(
    [...entries.map(({ category }) => category), chosen].filter(
      (category): category is string => typeof category === 'string' && category !== '',
    ),
  ),
];
