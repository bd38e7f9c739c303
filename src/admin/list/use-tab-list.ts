import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query';
import { useAdminAddress } from '#admin/address.ts';
import { fresh } from '#admin/api/admin-queries.ts';
import { pageOf, partOf, useLastPage } from './list-page.ts';

interface Part {
  items: readonly unknown[];
  total?: number;
  /** Where it is not the usual one. */
  pageSize?: number;
}

type Whole = readonly unknown[];

const asPart = (list: Part | Whole | undefined): Partial<Part> =>
  !list || 'items' in list ? (list ?? {}) : { items: list };

/** A tab's list, whole or page by page, read again whenever the tab opens; `frame` is what `TabFrame` shows of it. */
export const useTabList = <List extends Part | Whole, Key extends QueryKey>(
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
  const { items, total, ...part } = asPart(data);
  // A list that is there as a whole has one page.
  const pageSize = total && total === items?.length ? total : part.pageSize;
  useLastPage(isPlaceholderData ? undefined : total, pageSize);
  const count = enabled ? (total ?? items?.length) : null;
  return { data, frame: { error, count, total, pageSize } };
};

/** The first of the choices, where a list can be shown as a whole. */
export const ALL = { value: '', label: 'All' } as const;

/**
 * One of a few choices that narrow a tab's list, as the address says it, else the first; another begins with the first
 * page. `chips` are what `ChoiceChips` shows of it.
 */
export const useNarrowed = <Value extends string>(
  options: readonly { value: Value; label: string }[],
  key = 'state',
) => {
  const { search, changeSearch } = useAdminAddress();
  const chosen = (options.find(({ value }) => value === search[key]) ?? options[0])?.value;
  const onChoose = (value: string) => void changeSearch({ page: '', [key]: value });
  return { chosen, chips: { label: 'Show', options, chosen, onChoose } };
};
