import { type ComponentType, useState } from 'react';
import { adminHref, pageHref, useAdminAddress } from '#admin/address.ts';
import { Picker } from '#admin/editor/fields/picker.tsx';
import { slugOf } from '#admin/editor/fields/use-choices.ts';
import { ItemEditor } from '#admin/editor/item-editor.tsx';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { KeyLine } from '#admin/keys/key-line.tsx';
import { CollectionTools } from '#admin/list/collection-tab.tsx';
import { pageOf } from '#admin/list/list-page.ts';
import { ListTab } from '#admin/list/list-tab.tsx';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useMay } from '#admin/may.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { isSecondRank, isShown, isStale, readShow, SHOWS, type Show } from './evidence-pairs.ts';
import { PairList } from './pair-list.tsx';
import { StaleList } from './stale-list.tsx';
import { usePairs } from './use-pairs.ts';

interface EvidenceTabProps extends ScreenProps {
  /** Looks for evidence of one vendor. */
  finder: ComponentType<{ vendor: string }>;
}

const OF_THE_LIST = ['lines', 'q', 'status', 'sort', 'filter', 'columns'];

/** Evidence as a plain list, or by vendor and feature; a saved view is of the list. */
export function EvidenceTab(props: EvidenceTabProps) {
  const { search } = useAdminAddress();
  if (!OF_THE_LIST.some((key) => search[key])) return <PairsTab {...props} />;
  return (
    <ListTab collection={props.collection}>
      <ButtonLink href={adminHref(props.collection)}>By vendor or feature</ButtonLink>
    </ListTab>
  );
}

/** Evidence line by line: all features of a vendor, or all vendors of a feature. */
function PairsTab({ collection, finder: Finder }: EvidenceTabProps) {
  const { search, rest, goTo, changeSearch } = useAdminAddress();
  const [now] = useState(() => new Date());
  const { vendor, feature } = search;
  const mayFind = useMay('editor');
  const isFinding = mayFind && vendor !== undefined && search.find !== undefined;
  const show = readShow(search.show);
  const page = pageOf(search);
  const list = usePairs({ vendor, feature, show, page });
  const choose = (patch: Record<string, string | undefined>) =>
    void changeSearch({ page: '', ...patch }, collection);
  const shown = list.isReady ? list.pairs.filter((pair) => isShown(pair, show, now)) : [];
  const counts: Partial<Record<Show, number>> = list.isReady
    ? {
        '': list.total,
        open: list.total - list.confirmed.length,
        stale: list.confirmed.filter((row) => isStale(row, now)).length,
        second: list.confirmed.filter(isSecondRank).length,
      }
    : {};

  return (
    <TabFrame
      title="Evidence"
      actions={
        <div className="flex flex-wrap gap-3">
          {vendor && mayFind && (
            <ButtonLink href={adminHref(collection, '', { vendor, find: isFinding ? '' : '1' })}>
              {isFinding ? 'All features' : 'Find evidence'}
            </ButtonLink>
          )}
          <ButtonLink href={adminHref(collection, '', { lines: 'all' })}>All lines</ButtonLink>
          <CollectionTools collection={collection} add="Add Evidence" />
        </div>
      }
      error={list.error}
      count={(vendor || feature) && !list.isReady && !isFinding ? undefined : null}
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
            <StaleList
              collection={collection}
              now={now}
              page={page}
              hrefFor={pageHref(collection, search)}
            />
          )}
        </>
      }
    >
      {isFinding && <Finder key={vendor} vendor={vendor} />}
      {list.isReady && !isFinding && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: the filters are buttons */}
          <div role="group" aria-label="Show" className="mt-5 flex flex-wrap gap-2">
            {SHOWS.map(({ value, label }) => (
              <Chip
                key={value}
                selected={value === show}
                count={counts[value] ?? 0}
                onClick={() => choose({ show: value })}
              >
                {label}
              </Chip>
            ))}
          </div>
          <KeyLine place="evidence" />
          <div className="my-3">
            <LiveCount>
              {list.confirmed.length} of {list.total} confirmed for {String(list.one.name)}
            </LiveCount>
          </div>
          {shown.length === 0 && <EmptyState text="Nothing here." />}
          <PairList key={`${vendor}/${feature}`} collection={collection} pairs={shown} now={now} />
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
