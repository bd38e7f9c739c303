import type { AdminSearch } from '#admin/address.ts';

export const PAGE_SIZE = 50;

export const pageOf = (search: AdminSearch): number =>
  Math.max(1, Number.parseInt(search.page ?? '1', 10) || 1);

/** The part of a list that a page shows. */
export const partOf = (page: number) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
