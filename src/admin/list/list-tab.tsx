import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { adminHref, pageHref, useAdminAddress } from '#admin/address.ts';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { ItemEditor } from '#admin/editor/item-editor.tsx';
import type { EditorProps } from '#admin/editor/item-modal.tsx';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { TAB_TITLE } from '#admin/focus-tab.ts';
import type { ScreenProps } from '#admin/screens.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ItemCard } from './item-card.tsx';
import { usualFacts } from './item-facts.ts';
import { PAGE_SIZE, pagesOf } from './list-page.ts';
import { ListTools } from './list-tools.tsx';
import { type ListShape, listParams, readView } from './list-view.ts';
import { RenameValues } from './rename-values.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { TabHeader } from './tab-header.tsx';
import { useItemActions } from './use-item-actions.ts';
import { useSelection } from './use-selection.ts';

interface ListTabProps extends ScreenProps, ListShape {
  /** The form, where the generated one does not do. */
  editor?: ComponentType<EditorProps>;
  /** What stands below the list: it waits for it, or the list would push it away from under the pointer. */
  children?: ReactNode;
}

/** A content type's list: find, choose, open, publish, delete. */
export function ListTab({ collection, editor = ItemEditor, children, ...shape }: ListTabProps) {
  const { search, rest, changeSearch, goTo } = useAdminAddress();
  const view = readView(search);
  const { label } = collection;
  const facts = shape.facts ?? usualFacts(collection);
  const { data, error, isPending, refetch } = useQuery(
    adminListQuery('/api/{name}', listParams(collection, view, shape)),
  );
  const actions = useItemActions(collection);
  const items = data?.items ?? [];
  const total = data?.total ?? 0;
  const selection = useSelection(items.map(({ id }) => id));

  return (
    <section aria-labelledby={TAB_TITLE}>
      <TabHeader collection={collection} title={label.many} add={`Add ${label.one}`} />
      <ListTools
        collection={collection}
        view={view}
        onChange={(patch) => void changeSearch(patch, collection)}
      />
      <SelectionBar collection={collection} items={items} selection={selection} actions={actions} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-xs text-faint">
        <LiveCount>
          {data ? shownText(total, items.length, shape.isWhole ? 1 : view.page) : ''}
        </LiveCount>
        <RenameValues collection={collection} />
      </div>
      {error && (
        <ErrorText action={<Button onClick={() => void refetch()}>Try again</Button>}>
          The list could not be loaded: {messageOf(error)}
        </ErrorText>
      )}
      {isPending && <ListSkeleton />}
      {data && items.length === 0 && (
        <div className="mt-3">
          <EmptyState text={view.q || view.status ? 'Nothing matches.' : `No ${label.many} yet.`} />
        </div>
      )}
      <ul className="mt-3">
        {items.map((item) => (
          <ItemCard
            key={item.id}
            collection={collection}
            item={item}
            facts={facts}
            selection={selection}
            onDelete={() => void actions.remove(item)}
            onSetVisible={(isOn, verb) =>
              void actions.setVisible([item], isOn, verb, String(item[collection.title]))
            }
          />
        ))}
      </ul>
      <Pagination
        page={view.page}
        pages={pagesOf(total, shape)}
        hrefFor={pageHref(collection, search)}
      />
      {!isPending && children}
      <OpenEditor
        collection={collection}
        editor={editor}
        target={rest}
        onClose={() => void goTo(adminHref(collection, '', search))}
      />
    </section>
  );
}

const shownText = (total: number, shown: number, page: number): string => {
  if (total === shown) return `${total} ${total === 1 ? 'item' : 'items'}`;
  const first = (page - 1) * PAGE_SIZE + 1;
  return `${first} to ${first + shown - 1} of ${total} items`;
};

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="mt-3 grid gap-4">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  );
}
