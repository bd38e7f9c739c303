import { useQuery } from '@tanstack/react-query';
import { adminHref, pageHref, useAdminAddress } from '#admin/address.ts';
import { adminItemQuery, adminListQuery } from '#admin/api/admin-queries.ts';
import { Picker } from '#admin/editor/fields/picker.tsx';
import { slugOf } from '#admin/editor/fields/use-choices.ts';
import { ItemEditor } from '#admin/editor/item-editor.tsx';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { CollectionTools } from '#admin/list/collection-tab.tsx';
import { pageOf, pagesOf, partOf } from '#admin/list/list-page.ts';
import { ListTab } from '#admin/list/list-tab.tsx';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { isSecondRank, isShown, isStale, readShow, SHOWS, type Show } from './evidence-pairs.ts';
import { PairList } from './pair-list.tsx';

const OF_THE_LIST = ['lines', 'q', 'sort', 'mine'];

/** Evidence as a plain list, or by vendor and feature. */
export function EvidenceTab(props: ScreenProps) {
  const { search } = useAdminAddress();
  if (!OF_THE_LIST.some((key) => search[key])) return <PairsTab {...props} />;
  return (
    <ListTab collection={props.collection}>
      <ButtonLink href={adminHref(props.collection)}>By vendor or feature</ButtonLink>
    </ListTab>
  );
}

/** Evidence line by line: all features of a vendor, or all vendors of a feature. */
function PairsTab({ collection }: ScreenProps) {
  const { search, rest, goTo, changeSearch } = useAdminAddress();
  const { vendor, feature } = search;
  const show = readShow(search.show);
  const page = pageOf(search);
  const list = usePairs({ vendor, feature, show, page });
  const choose = (patch: Record<string, string | undefined>) =>
    void changeSearch({ page: '', ...patch }, collection);
  const shown = list.isReady ? list.pairs.filter((pair) => isShown(pair, show)) : [];
  const counts: Partial<Record<Show, number>> = list.isReady
    ? {
        '': list.total,
        open: list.total - list.confirmed.length,
        stale: list.confirmed.filter((row) => isStale(row)).length,
        second: list.confirmed.filter(isSecondRank).length,
      }
    : {};

  return (
    <TabFrame
      title="Evidence"
      actions={
        <div className="flex flex-wrap gap-3">
          <ButtonLink href={adminHref(collection, '', { lines: 'all' })}>All lines</ButtonLink>
          <CollectionTools collection={collection} add="Add Evidence" />
        </div>
      }
      error={list.error}
      count={(vendor || feature) && !list.isReady ? undefined : null}
      tools={
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Picker
              label="Vendor"
              to="vendors"
              single
              keyOf={slugOf}
              value={vendor ? [vendor] : []}
              onChange={([slug]) => choose({ vendor: slug ?? '', feature: '' })}
            />
            <Picker
              label="Feature"
              to="features"
              single
              keyOf={slugOf}
              value={feature && !vendor ? [feature] : []}
              onChange={([slug]) => choose({ feature: slug ?? '', vendor: '' })}
            />
          </div>
          {!vendor && !feature && (
            <p className="mt-6 text-sm text-soft">
              Choose a vendor to go down its features, or a feature to go down the vendors. What is
              stale of all of them stands under{' '}
              <a href={adminHref('upkeep', '', { kind: 'stale-fact' })} className="text-link">
                Upkeep
              </a>
              .
            </p>
          )}
        </>
      }
    >
      {list.isReady && (
        <>
          <ChoiceChips
            label="Show"
            options={SHOWS}
            counts={counts}
            chosen={show}
            onChoose={(value) => choose({ show: value })}
            className="mt-5"
          />
          <div className="my-3">
            <LiveCount>
              {list.confirmed.length} of {list.total} confirmed for {String(list.one.name)}
            </LiveCount>
          </div>
          {shown.length === 0 && <EmptyState text="Nothing here." />}
          <PairList key={`${vendor}/${feature}`} pairs={shown} />
          <Pagination page={page} pages={list.pages} hrefFor={pageHref(collection, search)} />
        </>
      )}
      <OpenEditor
        collection={collection}
        editor={ItemEditor}
        target={rest}
        onClose={() => void goTo(adminHref(collection, '', search))}
      />
    </TabFrame>
  );
}

interface Card {
  id: number;
  name: string;
  category?: string | null;
}

interface Chosen {
  /** Slugs; one of both. */
  vendor?: string | undefined;
  feature?: string | undefined;
  show: Show;
  page: number;
}

/** The vendor or the feature that is gone through, the lines below it, and how many pages they take. */
const usePairs = ({ vendor, feature, show, page }: Chosen) => {
  const [name, slug] = vendor ? ['vendors', vendor] : ['features', feature ?? ''];
  const enabled = slug !== '';
  const one = useQuery({ ...adminItemQuery(name, slug), enabled });
  const rows = useQuery({
    ...adminListQuery('/api/coverage', vendor ? { vendor } : { feature: slug }),
    enabled,
  });
  const others = useQuery({
    ...adminListQuery(vendor ? '/api/features' : '/api/vendors', {
      view: 'card',
      // Vendors stand on pages: there may be thousands of them.
      ...(vendor ? {} : partOf(page)),
    }),
    enabled,
  });
  const error = one.error ?? rows.error ?? others.error;
  const isLate = rows.isPlaceholderData || others.isPlaceholderData;
  if (!one.data || !rows.data || !others.data || isLate) return { error, isReady: false as const };

  const confirmed = rows.data.items;
  // Stale and second-rank rows are looked for among all rows, not on one page of vendors.
  const isOfRows = !vendor && (show === 'stale' || show === 'second');
  const listed: readonly Card[] = isOfRows
    ? confirmed.flatMap((row) => row.vendor ?? [])
    : others.data.items;
  const rowOf = new Map(confirmed.map((row) => [vendor ? row.featureId : row.vendorId, row]));
  const { id: chosen } = one.data;
  return {
    error,
    isReady: true as const,
    one: one.data,
    pairs: listed.map(({ id, name, category = null }) => ({
      name,
      row: rowOf.get(id) ?? null,
      ...(vendor
        ? { vendorId: chosen, featureId: id, category }
        : { vendorId: id, featureId: chosen, category: null }),
    })),
    confirmed,
    total: others.data.total,
    pages: vendor || isOfRows ? 1 : pagesOf(others.data.total),
  };
};
