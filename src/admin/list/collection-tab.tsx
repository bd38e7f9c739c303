import type { ComponentType, ReactNode } from 'react';
import { adminHref, pageHref, useAdminAddress } from '#admin/address.ts';
import { CsvTools } from '#admin/csv/import-dialog.tsx';
import type { EditorProps } from '#admin/editor/item-modal.tsx';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { useMayChange } from '#admin/may.tsx';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Plus } from '#ui/icons.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Select } from '#ui/select.tsx';
import { useTypedSearch } from '#ui/use-typed-search.ts';
import { type ListView, readView, sortOptions, statusWords } from './list-view.ts';
import { SelectionBar } from './selection-bar.tsx';
import { ShapeBar } from './shape-bar.tsx';
import { TabFrame } from './tab-frame.tsx';
import type { useItemActions } from './use-item-actions.ts';
import type { Selection } from './use-selection.ts';

interface CollectionTabProps {
  collection: Collection;
  title: string;
  /** 'Add FAQ'. */
  add: string;
  /** The items on this page, for actions on several at once. */
  items: readonly AnyItem[];
  selection: Selection;
  actions: ReturnType<typeof useItemActions>;
  /** Between the tools and the list. */
  summary?: ReactNode;
  error: unknown;
  onRetry?: () => void;
  /** Undefined while it loads. */
  count: number | undefined;
  empty: string;
  pages: number;
  /** How many the list has on all pages, where the server narrows it: they can be changed at once. */
  total?: number;
  hasColumns?: boolean;
  /** The form that the address opens; none where forms stand in the list. */
  editor?: ComponentType<EditorProps>;
  /** Below the list. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A content type's tab: find, choose, open, publish, delete. */
export function CollectionTab(props: CollectionTabProps) {
  const { collection, items, selection, actions, editor } = props;
  const { search, rest, changeSearch, goTo } = useAdminAddress();
  const view = readView(search);
  const { q, status, filter } = view;
  return (
    <TabFrame
      title={props.title}
      actions={<CollectionTools collection={collection} add={props.add} />}
      error={props.error}
      {...(props.onRetry ? { onRetry: props.onRetry } : {})}
      count={props.count}
      empty={props.empty}
      tools={
        <>
          <ListTools
            collection={collection}
            view={view}
            onChange={(patch) => void changeSearch(patch, collection)}
          />
          <ShapeBar collection={collection} hasColumns={props.hasColumns ?? false} />
          <SelectionBar
            collection={collection}
            matching={
              props.total === undefined
                ? undefined
                : { total: props.total, search: { q, status, filter } }
            }
            items={items}
            selection={selection}
            actions={actions}
          />
          {props.summary}
        </>
      }
    >
      {props.children}
      <Pagination page={view.page} pages={props.pages} hrefFor={pageHref(collection, search)} />
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
