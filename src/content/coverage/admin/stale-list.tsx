import { useQuery } from '@tanstack/react-query';
import { pageHref, useAdminAddress } from '#admin/address.ts';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { KeyLine } from '#admin/keys/key-line.tsx';
import { pageOf, pagesOf, partOf, useLastPage } from '#admin/list/list-page.ts';
import { counted } from '#platform/words.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { coverage, STALE_AFTER_DAYS } from '../coverage.collection.ts';
import { staleBefore } from './evidence-pairs.ts';
import { PairList } from './pair-list.tsx';

/** Before anything is chosen: evidence of all vendors not checked for half a year. */
export function StaleList() {
  const { search } = useAdminAddress();
  const page = pageOf(search);
  const { data, error, isPlaceholderData } = useQuery(
    adminListQuery('/api/coverage', { checkedBefore: staleBefore(), ...partOf(page) }),
  );
  useLastPage(isPlaceholderData ? undefined : data?.total);
  if (error) return <ErrorText>The list could not be loaded: {messageOf(error)}</ErrorText>;
  if (!data || isPlaceholderData) return <Skeleton className="mt-6 h-40" />;
  const { items, total } = data;
  const pairs = items.flatMap((row) => {
    const { vendor, feature } = row;
    if (!vendor || !feature) return [];
    const name = `${vendor.name}: ${feature.name}`;
    return [{ vendorId: vendor.id, featureId: feature.id, name, category: null, row }];
  });
  return (
    <section aria-label="Stale evidence of all vendors" className="mt-6">
      <p className="text-sm text-soft">
        Choose a vendor to go down its features, or a feature to go down the vendors.
      </p>
      <h2 className="mt-8 font-sans text-base font-semibold">Stale, of all vendors</h2>
      <div className="my-3">
        <LiveCount>
          {counted(total, 'line was', 'lines were')} last checked more than {STALE_AFTER_DAYS} days
          ago
        </LiveCount>
      </div>
      {total === 0 ? <EmptyState text="Nothing is stale." /> : <KeyLine place="evidence" />}
      <PairList pairs={pairs} />
      <Pagination page={page} pages={pagesOf(total)} hrefFor={pageHref(coverage, search)} />
    </section>
  );
}
