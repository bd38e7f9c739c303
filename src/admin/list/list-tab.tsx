import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useAdminAddress } from '#admin/address.ts';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import { waitingQuery } from '#admin/drafts/use-item-draft.ts';
import { ItemEditor } from '#admin/editor/item-editor.tsx';
import type { EditorProps } from '#admin/editor/item-modal.tsx';
import { useListKeys } from '#admin/keys/use-row-keys.ts';
import { useMayChange } from '#admin/may.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import { LiveCount } from '#ui/live-count.tsx';
import { CollectionTab } from './collection-tab.tsx';
import { ItemCard } from './item-card.tsx';
import { ItemTable } from './item-table.tsx';
import { PAGE_SIZE, pagesOf, useLastPage } from './list-page.ts';
import { type ListShape, listParams, readColumns, readView, usualFacts } from './list-view.ts';
import { RenameValues } from './rename-values.tsx';
import { useItemActions } from './use-item-actions.ts';
import { useSelection } from './use-selection.ts';

interface ListTabProps extends ScreenProps, ListShape {
  /** The form, where the generated one does not do. */
  editor?: ComponentType<EditorProps>;
  /** Below the list, and shown once that is there: it would be pushed from under the pointer. */
  children?: ReactNode;
}

/** The usual list of a content type. */
export function ListTab({ collection, editor = ItemEditor, children, ...shape }: ListTabProps) {
  const { search } = useAdminAddress();
  const view = readView(search);
  const columns = readColumns(collection, search.columns);
  const { label } = collection;
  const facts = shape.facts ?? usualFacts(collection);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    adminListQuery('/api/{name}', listParams(collection, view, { ...shape, columns })),
  );
  // Asked for with the list, and not by its cards after it.
  useQuery(waitingQuery);
  const actions = useItemActions(collection);
  const items = data?.items ?? [];
  const total = data?.total ?? 0;
  useLastPage(isPlaceholderData ? undefined : data?.total);
  const { mayChange } = useMayChange(collection);
  const selection = useSelection(items.filter(mayChange).map(({ id }) => id));
  const { list, rowProps } = useListKeys<HTMLDivElement>(collection, items, selection);
  return (
    <CollectionTab
      collection={collection}
      title={label.many}
      add={`Add ${label.one}`}
      items={items}
      selection={selection}
      actions={actions}
      error={error}
      onRetry={() => void refetch()}
      count={data?.total}
      empty={view.q || view.status || view.filter ? 'Nothing matches.' : `No ${label.many} yet.`}
      pages={pagesOf(total, shape)}
      total={total}
      hasColumns
      editor={editor}
      footer={!isPending && children}
      summary={
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-xs text-faint">
          <LiveCount>
            {data ? shownText(total, items.length, shape.isWhole ? 1 : view.page) : ''}
          </LiveCount>
          <RenameValues collection={collection} />
        </div>
      }
    >
      <div ref={list}>
        {columns.length > 0 && items.length > 0 ? (
          <ItemTable
            collection={collection}
            items={items}
            columns={columns}
            selection={selection}
            rowProps={rowProps}
          />
        ) : (
          <ul className="mt-3">
            {items.map((item) => (
              <ItemCard
                key={item.id}
                collection={collection}
                item={item}
                facts={facts}
                selection={selection}
                rowProps={rowProps(String(item.id))}
                onDelete={() => void actions.remove(item)}
                onSetVisible={(isOn, verb) =>
                  void actions.setVisible([item], isOn, verb, String(item[collection.title]))
                }
              />
            ))}
          </ul>
        )}
      </div>
    </CollectionTab>
  );
}

const shownText = (total: number, shown: number, page: number): string => {
  if (total === shown) return `${total} ${total === 1 ? 'item' : 'items'}`;
  const first = (page - 1) * PAGE_SIZE + 1;
  return `${first} to ${first + shown - 1} of ${total} items`;
};
