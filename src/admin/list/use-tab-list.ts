import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query';
import { useAdminAddress } from '#admin/address.ts';
import { fresh } from '#admin/api/admin-queries.ts';
import { pageOf, partOf, useLastPage } from './list-page.ts';

interface Listed {
  items: readonly unknown[];
  total?: number;
  /** Where it is not the usual one. */
  pageSize?: number;
}

/** A tab's list, page by page, read again whenever the tab opens; `frame` is what `TabFrame` shows of it. */
export const useTabList = <List extends Listed, Key extends QueryKey>(
  queryOf: (part: ReturnType<typeof partOf>) => UseQueryOptions<List, Error, List, Key>,
  { enabled = true } = {},
) => {
  const { search } = useAdminAddress();
  const query = queryOf(partOf(pageOf(search)));
  const { data, error, isPlaceholderData } = useQuery({
    ...fresh(query),
    placeholderData: keepPreviousData,
    enabled,
  });
  const { items, total, pageSize } = data ?? {};
  useLastPage(isPlaceholderData ? undefined : total, pageSize);
  const count = enabled ? (total ?? items?.length) : null;
  return { data, frame: { error, count, total, pageSize } };
};

/** One of a few choices that narrow a tab's list, as the address says it; another begins with the first page. */
export const useNarrowed = <Value extends string>(
  options: readonly { value: Value }[],
  key = 'state',
) => {
  const { search, changeSearch } = useAdminAddress();
  return {
    chosen: options.find(({ value }) => value === search[key])?.value,
    choose: (value: string) => void changeSearch({ page: '', [key]: value }),
  };
};
