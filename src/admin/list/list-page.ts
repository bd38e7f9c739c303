import { useEffect } from 'react';
import { type AdminSearch, useAdminAddress } from '#admin/address.ts';

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

/** Where the items of the last page went elsewhere, the page before is shown. No total while the list loads. */
export const useLastPage = (total: number | undefined) => {
  const { search, changeSearch } = useAdminAddress();
  const last = pagesOf(total);
  const isGone = total !== undefined && pageOf(search) > last;
  useEffect(() => {
    if (isGone) void changeSearch({ page: last > 1 ? String(last) : '' });
  });
};
