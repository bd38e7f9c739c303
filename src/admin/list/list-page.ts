import type { AdminSearch } from '#admin/address.ts';

export const PAGE_SIZE = 50;

export const pageOf = (search: AdminSearch): number =>
  Math.max(1, Number.parseInt(search.page ?? '1', 10) || 1);

/** The part of a list that a page shows, as the API is asked for it. */
export const partOf = (page: number) => ({
  limit: PAGE_SIZE,
  offset: page > 1 ? (page - 1) * PAGE_SIZE : undefined,
});

export const pagesOf = (total = 0, { isWhole = false } = {}): number =>
  isWhole ? 1 : Math.max(1, Math.ceil(total / PAGE_SIZE));
