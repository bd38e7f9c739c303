import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { adminHref, pageHref, useAdminAddress } from '#admin/address.ts';
import { CsvTools } from '#admin/csv/import-dialog.tsx';
import type { EditorProps } from '#admin/editor/item-modal.tsx';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { useMayChange } from '#admin/may.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import type { ListPage } from '#client/api-client.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { counted } from '#platform/words.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Plus } from '#ui/icons.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { ItemTable } from './item-table.tsx';
import { PAGE_SIZE, pageOf, pagesOf, useLastPage } from './list-page.ts';
import { ListTools } from './list-tools.tsx';
import { isNarrowed, isTable, type RowParts } from './list-view.ts';
import { SelectionBar } from './selection-bar.tsx';
import { TabFrame } from './tab-frame.tsx';
import { type ActionTexts, useItemActions } from './use-item-actions.ts';
import { useSelection } from './use-selection.ts';

interface CollectionTabProps<Item extends AnyItem> extends ScreenProps {
  /** The page of the list that the address names. */
  list: UseQueryResult<ListPage<Item>>;
  isWhole?: boolean | undefined;
  add?: string;
  texts?: Partial<ActionTexts>;
  countText?: (total: number) => string;
  noneYet?: string;
  noMatch?: string;
  /** The form that the address opens; none where forms stand in the list. */
  editor?: ComponentType<EditorProps>;
  above?: ReactNode;
  footer?: ReactNode;
  /** Where an item of the table stands on the site, if not at an address of its own. */
  siteHref?: (item: Item) => string | null;
  /** The cards, where the type has some. */
  children?: (parts: RowParts<Item>) => ReactNode;
}

/** A content type's tab: find, choose, open, publish, delete. */
export function CollectionTab<Item extends AnyItem>(props: CollectionTabProps<Item>) {
  const { collection, isWhole = false, editor } = props;
  const { label } = collection;
  const { data, error, refetch } = props.list;
  const { search, rest, goTo } = useAdminAddress();
  const page = pageOf(search);
  const { items = [], total = 0 } = data ?? {};
  useLastPage(isWhole || props.list.isPlaceholderData ? undefined : data?.total);
  const actions = useItemActions(collection, props.texts);
  const { mayChange } = useMayChange(collection);
  const isOpenInList = ({ id }: AnyItem) => !editor && String(id) === rest;
  const selectable = items.filter((item) => mayChange(item) && !isOpenInList(item));
  const selection = useSelection(selectable.map(({ id }) => id));
  const parts = { items, selection, actions };
  const { countText = (count: number) => shownText(count, items.length, isWhole ? 1 : page) } =
    props;
  const { noMatch = 'Nothing matches.', noneYet = `No ${label.many} yet.` } = props;
  return (
    <TabFrame
      title={label.many}
      actions={<CollectionTools collection={collection} add={props.add ?? `Add ${label.one}`} />}
      error={error}
      onRetry={() => void refetch()}
      count={data?.total}
      empty={isNarrowed(collection, search) ? noMatch : noneYet}
      tools={
        <>
          <ListTools collection={collection} />
          <SelectionBar collection={collection} {...parts} />
          <div className="text-xs text-faint">
            <LiveCount>{data ? countText(total) : ''}</LiveCount>
          </div>
          {props.above}
        </>
      }
    >
      {isTable(collection, search) ? (
        <ItemTable
          collection={collection}
          items={items}
          selection={selection}
          onRemove={actions.remove}
          siteHref={props.siteHref}
        />
      ) : (
        props.children?.(parts)
      )}
      <Pagination
        page={page}
        pages={pagesOf(total, { isWhole })}
        hrefFor={pageHref(collection, search)}
      />
      {props.footer}
      {editor && (
        <OpenEditor
          collection={collection}
          editor={editor}
          target={rest}
          onClose={() => void goTo(adminHref(collection, '', search))}
        />
      )}
    </TabFrame>
  );
}

const shownText = (total: number, shown: number, page: number): string => {
  if (total === shown) return counted(total, 'item', 'items');
  const first = (page - 1) * PAGE_SIZE + 1;
  return `${first} to ${first + shown - 1} of ${total} items`;
};

interface CollectionToolsProps {
  collection: Collection;
  add: string;
  /** Of a new item, where it is not the tab's own. */
  href?: string;
}

/** All items as a table, and the way to a new one for permitted users. */
export function CollectionTools({ collection, add, href }: CollectionToolsProps) {
  const { search } = useAdminAddress();
  const { mayCreate } = useMayChange(collection);
  return (
    <div className="flex flex-wrap gap-3">
      <CsvTools collection={collection} />
      {mayCreate && (
        <ButtonLink href={href ?? adminHref(collection, 'new', search)} variant="primary">
          <Plus aria-hidden className="size-4" />
          {add}
        </ButtonLink>
      )}
    </div>
  );
}
