import { useQuery } from '@tanstack/react-query';
import { adminItemQuery, adminListQuery } from '#admin/api/admin-queries.ts';
import type { AnyItem } from '#kit/collection.ts';
import type { Coverage } from '../coverage.collection.ts';
import type { Pair, Show } from './evidence-pairs.ts';

/** Vendors stand on pages: there may be thousands of them. */
const VENDORS_A_PAGE = 50;

type NamedRow = Coverage & { vendor: { id: number; name: string } | null };

interface Card {
  id: number;
  name: string;
  category?: string | null;
}

export interface Chosen {
  /** Slugs; one of both. */
  vendor?: string | undefined;
  feature?: string | undefined;
  show: Show;
  page: number;
}

/** The vendor or the feature that is gone through, the lines below it, and how many pages they take. */
export const usePairs = ({ vendor, feature, show, page }: Chosen) => {
  const [name, slug] = vendor ? ['vendors', vendor] : ['features', feature ?? ''];
  const enabled = slug !== '';
  const one = useQuery({ ...adminItemQuery(name, slug), enabled });
  const rows = useQuery({
    ...adminListQuery('/api/coverage', vendor ? { vendor } : { feature: slug }),
    enabled,
  });
  const part = { limit: VENDORS_A_PAGE, offset: (page - 1) * VENDORS_A_PAGE };
  const others = useQuery({
    ...adminListQuery(vendor ? '/api/features' : '/api/vendors', {
      view: 'card',
      ...(vendor ? {} : part),
    }),
    enabled,
  });
  const error = one.error ?? rows.error ?? others.error;
  const isLate = rows.isPlaceholderData || others.isPlaceholderData;
  if (!one.data || !rows.data || !others.data || isLate) return { error, isReady: false as const };

  const confirmed = rows.data.items;
  const listed = vendor ? others.data.items : othersOf(show, others.data.items, confirmed);
  const pairs = pairsWith(one.data, Boolean(vendor), listed, confirmed);
  return {
    error,
    isReady: true as const,
    one: one.data,
    pairs,
    confirmed,
    total: others.data.total,
    pages: vendor || show === 'stale' || show === 'second' ? 1 : pagesOf(others.data.total),
  };
};

const pagesOf = (total: number) => Math.ceil(total / VENDORS_A_PAGE);

/** Stale and second-rank rows are looked for among all rows, not on one page of vendors. */
const othersOf = (show: Show, page: readonly Card[], confirmed: readonly NamedRow[]) =>
  show === 'stale' || show === 'second' ? confirmed.flatMap((row) => row.vendor ?? []) : page;

/** Each of the others with the one that is gone through. */
const pairsWith = (
  one: AnyItem,
  isVendor: boolean,
  others: readonly Card[],
  confirmed: readonly Coverage[],
): Pair[] => {
  const rowOf = new Map(confirmed.map((row) => [isVendor ? row.featureId : row.vendorId, row]));
  return others.map(({ id, name, category = null }) => ({
    vendorId: isVendor ? one.id : id,
    featureId: isVendor ? id : one.id,
    name,
    category: isVendor ? category : null,
    row: rowOf.get(id) ?? null,
  }));
};
