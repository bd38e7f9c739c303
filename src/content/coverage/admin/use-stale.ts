import { useQuery } from '@tanstack/react-query';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import { type Pair, staleBefore } from './evidence-pairs.ts';

const ROWS_A_PAGE = 50;

/** What is stale among the evidence of all vendors, a page of it. */
export const useStale = ({ page, now }: { page: number; now: Date }) => {
  const { data, error, isPlaceholderData } = useQuery(
    adminListQuery('/api/coverage', {
      checkedBefore: staleBefore(now),
      limit: ROWS_A_PAGE,
      offset: (page - 1) * ROWS_A_PAGE,
    }),
  );
  if (!data || isPlaceholderData) return { error, isReady: false as const };
  const pairs = data.items.flatMap((row): Pair[] => {
    const { vendor, feature } = row;
    if (!vendor || !feature) return [];
    return [
      {
        vendorId: vendor.id,
        featureId: feature.id,
        name: `${vendor.name}: ${feature.name}`,
        category: null,
        row,
      },
    ];
  });
  const pages = Math.ceil(data.total / ROWS_A_PAGE);
  return { error, isReady: true as const, pairs, total: data.total, pages };
};
