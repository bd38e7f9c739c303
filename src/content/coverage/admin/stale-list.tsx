import { useQuery } from '@tanstack/react-query';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { KeyLine } from '#admin/keys/key-line.tsx';
import type { Collection } from '#kit/collection.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { STALE_AFTER_DAYS } from '../coverage.collection.ts';
import { type Pair, staleBefore } from './evidence-pairs.ts';
import { PairList } from './pair-list.tsx';

const ROWS_A_PAGE = 50;

interface StaleListProps {
  collection: Collection;
  now: Date;
  page: number;
  hrefFor: (page: number) => string;
}

/** Before anything is chosen: evidence of all vendors not checked for half a year. */
export function StaleList({ collection, now, page, hrefFor }: StaleListProps) {
  const stale = useStale({ page, now });
  if (stale.error)
    return <ErrorText>The list could not be loaded: {messageOf(stale.error)}</ErrorText>;
  if (!stale.isReady) return <Skeleton className="mt-6 h-40" />;
  const { pairs, total, pages } = stale;
  return (
    <section aria-label="Stale evidence of all vendors" className="mt-6">
      <p className="text-sm text-soft">
        Choose a vendor to go down its features, or a feature to go down the vendors.
      </p>
      <h2 className="mt-8 font-sans text-base font-semibold">Stale, of all vendors</h2>
      <div className="my-3">
        <LiveCount>
          {total} {total === 1 ? 'line was' : 'lines were'} last checked more than{' '}
          {STALE_AFTER_DAYS} days ago
        </LiveCount>
      </div>
      {total === 0 ? <EmptyState text="Nothing is stale." /> : <KeyLine place="evidence" />}
      <PairList collection={collection} pairs={pairs} now={now} />
      <Pagination page={page} pages={pages} hrefFor={hrefFor} />
    </section>
  );
}

/** One page of stale evidence across all vendors. */
const useStale = ({ page, now }: { page: number; now: Date }) => {
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
