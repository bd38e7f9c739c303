import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { adminHref, pageHref, useAdminAddress } from '#admin/address.ts';
import { CsvTools } from '#admin/csv/import-dialog.tsx';
import type { EditorProps } from '#admin/editor/item-modal.tsx';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { useListKeys } from '#admin/keys/use-row-keys.ts';
import { useMayChange } from '#admin/may.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import type { ListPage } from '#client/api-client.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { counted } from '#platform/words.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Plus } from '#ui/icons.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Select } from '#ui/select.tsx';
import { useTypedSearch } from '#ui/use-typed-search.ts';
import { ItemTable } from './item-table.tsx';
import { PAGE_SIZE, pagesOf, useLastPage } from './list-page.ts';
import {
  type ListView,
  type RowParts,
  readColumns,
  readView,
  sortOptions,
  statusWords,
} from './list-view.ts';
import { RenameValues } from './rename-values.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { ShapeBar } from './shape-bar.tsx';
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
  /** The rows, where no columns are chosen. */
  children: (parts: RowParts<Item>) => ReactNode;
}

/** A content type's tab: find, choose, open, publish, delete. */
export function CollectionTab<Item extends AnyItem>(props: CollectionTabProps<Item>) {
  const { collection, isWhole = false, editor } = props;
  const { label } = collection;
  const { data, error, refetch } = props.list;
  const { search, rest, changeSearch, goTo } = useAdminAddress();
  const view = readView(search);
  const { q, status, filter } = view;
  const { items = [], total = 0 } = data ?? {};
  useLastPage(isWhole || props.list.isPlaceholderData ? undefined : data?.total);
  const columns = readColumns(collection, search.columns);
  const actions = useItemActions(collection, props.texts);
  const { mayChange } = useMayChange(collection);
  const isOpenInList = ({ id }: AnyItem) => !editor && String(id) === rest;
  const selectable = items.filter((item) => mayChange(item) && !isOpenInList(item));
  const selection = useSelection(selectable.map(({ id }) => id));
  const { list, rowProps } = useListKeys<HTMLDivElement>(collection, items, selection);
  const parts = { items, selection, actions, rowProps };
  const { countText = (count: number) => shownText(count, items.length, isWhole ? 1 : view.page) } =
    props;
  const { noMatch = 'Nothing matches.', noneYet = `No ${label.many} yet.` } = props;
  return (
    <TabFrame
      title={label.many}
      actions={<CollectionTools collection={collection} add={props.add ?? `Add ${label.one}`} />}
      error={error}
      onRetry={() => void refetch()}
      count={data?.total}
      empty={q || status || filter ? noMatch : noneYet}
      tools={
        <>
          <ListTools
            collection={collection}
            view={view}
            onChange={(patch) => void changeSearch(patch, collection)}
          />
          <ShapeBar collection={collection} hasColumns />
          <SelectionBar
            collection={collection}
            matching={{ total, search: { q, status, filter } }}
            {...parts}
          />
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-xs text-faint">
            <LiveCount>{data ? countText(total) : ''}</LiveCount>
            <RenameValues collection={collection} />
          </div>
          {props.above}
        </>
      }
    >
      <div ref={list}>
        {columns.length > 0 && items.length > 0 ? (
          <ItemTable collection={collection} columns={columns} {...parts} />
        ) : (
          props.children(parts)
        )}
      </div>
      <Pagination
        page={view.page}
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

interface ListToolsProps {
  collection: Collection;
  view: ListView;
  onChange: (patch: Record<string, string>) => void;
}

/** Search, status and sorting; the address keeps them, so that a reload or a colleague sees the same. */
function ListTools({ collection, view, onChange }: ListToolsProps) {
  const [term, setTerm] = useTypedSearch(view.q, (q = '') => onChange({ q, page: '' }));
  const words = statusWords(collection);
  const options = sortOptions(collection);
  const isListed = options.some(({ value }) => value === view.sort);
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_auto_auto]">
      <SearchField
        className="max-sm:col-span-2"
        label={`Search ${collection.label.many}`}
        placeholder={`Search ${collection.label.many}`}
        value={term}
        onChange={(event) => setTerm(event.target.value)}
      />
      {words && (
        <Select
          label="Status"
          hideLabel
          value={view.status}
          onChange={(event) => onChange({ status: event.target.value, page: '' })}
          options={[
            { value: '', label: 'All Status' },
            { value: 'published', label: words.on },
            { value: 'draft', label: words.off },
          ]}
        />
      )}
      <Select
        label="Sort by"
        hideLabel
        value={view.sort}
        onChange={(event) => onChange({ sort: event.target.value, page: '' })}
        options={isListed ? options : [...options, { value: view.sort, label: 'By a column' }]}
      />
    </div>
  );
}
