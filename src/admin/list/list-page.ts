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

export const pagesOf = (total = 0, { isWhole = false, pageSize = PAGE_SIZE } = {}): number =>
  isWhole ? 1 : Math.max(1, Math.ceil(total / pageSize));

/**
 * Where the items of the last page went elsewhere, the page before is shown, unless an open form would be left for it.
 * No total while the list loads.
 */
export const useLastPage = (total: number | undefined, pageSize = PAGE_SIZE) => {
  const { rest, search, changeSearch } = useAdminAddress();
  const last = pagesOf(total, { pageSize });
  const isGone = rest === '' && total !== undefined && pageOf(search) > last;
  useEffect(() => {
    if (isGone) void changeSearch({ page: last > 1 ? String(last) : '' });
  });
};
