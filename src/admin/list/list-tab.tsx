import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { ItemEditor } from '#admin/editor/item-editor.tsx';
import type { EditorProps } from '#admin/editor/item-modal.tsx';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { TAB_TITLE } from '#admin/focus-tab.ts';
import type { ScreenProps } from '#admin/screens.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Plus } from '#ui/icons.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ItemCard } from './item-card.tsx';
import { ListTools } from './list-tools.tsx';
import { isPaged, listPath, PAGE_SIZE, pagesOf, readView } from './list-view.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useItemActions } from './use-item-actions.ts';

interface ListTabProps extends ScreenProps {
  /** The form, where the generated one does not do. */
  editor?: ComponentType<EditorProps>;
}

/** A content type's list: find, choose, open, publish, delete. */
export function ListTab({ collection, editor = ItemEditor }: ListTabProps) {
  const { search, rest, changeSearch, goTo } = useAdminAddress();
  const view = readView(search);
  const { name, label } = collection;
  const { data, error, isPending, refetch } = useQuery(adminListQuery(listPath(collection, view)));
  const actions = useItemActions(collection);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const items = data?.items ?? [];
  const total = data?.total ?? 0;
  const selected = items.filter(({ id }) => chosen.has(id)).map(({ id }) => id);

  const select = (ids: readonly number[], isSelected: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isSelected) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  };
  const afterAll = (isDone: boolean) => isDone && setChosen(new Set());

  return (
    <section aria-labelledby={TAB_TITLE}>
      <header className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id={TAB_TITLE} tabIndex={-1} className="text-h2 font-semibold outline-none">
          {label.many}
        </h2>
        <ButtonLink href={adminHref(name, 'new', search)} variant="primary">
          <Plus aria-hidden className="size-4" />
          Add {label.one}
        </ButtonLink>
      </header>
      <ListTools
        collection={collection}
        view={view}
        onChange={(patch) => void changeSearch(patch, name)}
      />
      <SelectionBar
        collection={collection}
        shown={items.length}
        selected={selected.length}
        onSelectAll={(isSelected) =>
          select(
            items.map(({ id }) => id),
            isSelected,
          )
        }
        onVisible={(isOn, verb) => void actions.setVisible(selected, isOn, verb).then(afterAll)}
        onDelete={() => void actions.removeAll(selected).then(afterAll)}
      />
      <div className="text-xs text-faint">
        <LiveCount>
          {data ? shownText(total, items.length, isPaged(collection) ? view.page : 1) : ''}
        </LiveCount>
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
            isSelected={chosen.has(item.id)}
            onSelect={(isSelected) => select([item.id], isSelected)}
            onDelete={() => void actions.remove(item)}
          />
        ))}
      </ul>
      <Pagination
        page={view.page}
        pages={pagesOf(collection, total)}
        hrefFor={(page) => adminHref(name, '', { ...search, page: page > 1 ? String(page) : '' })}
      />
      <OpenEditor
        key={rest}
        collection={collection}
        editor={editor}
        target={rest}
        onClose={() => void goTo(adminHref(name, '', search))}
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
