import { listQuery } from '#site/api/queries.ts';
import { PAGE_SIZE } from '#site/first-pages.ts';
import { pageParam, textParam } from '#site/search-params.ts';
import type { FaqEntry } from '../faq.collection.ts';

export type FaqCardData = Pick<FaqEntry, 'id' | 'slug' | 'question' | 'answer' | 'category'>;

export interface FaqSearch {
  q?: string | undefined;
  category?: string | undefined;
  page?: number | undefined;
}

export const readFaqSearch = (search: Record<string, unknown>): FaqSearch => ({
  q: textParam(search.q),
  category: textParam(search.category),
  page: pageParam(search.page),
});

export const isFiltered = ({ q, category }: FaqSearch) => Boolean(q || category);

export const faqListQuery = ({ q, category, page }: FaqSearch) =>
  listQuery<FaqCardData>('faq', {
    q,
    category,
    limit: PAGE_SIZE.faq,
    offset: page ? (page - 1) * PAGE_SIZE.faq : undefined,
  });

/** The categories that the list begins with, and the chosen one wherever it stands. */
export const categoriesOf = (entries: readonly FaqCardData[], chosen?: string): string[] => [
  ...new Set(
    [...entries.map(({ category }) => category), chosen].filter(
      (category): category is string => typeof category === 'string' && category !== '',
    ),
  ),
];
