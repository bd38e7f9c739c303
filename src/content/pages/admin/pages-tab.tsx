import { useQuery } from '@tanstack/react-query';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import { useListKeys } from '#admin/keys/use-row-keys.ts';
import { CollectionTab } from '#admin/list/collection-tab.tsx';
import { ItemTable } from '#admin/list/item-table.tsx';
import { PAGE_SIZE, pagesOf } from '#admin/list/list-page.ts';
import { areOnCards, readColumns, readView } from '#admin/list/list-view.ts';
import { useItemActions } from '#admin/list/use-item-actions.ts';
import { useSelection } from '#admin/list/use-selection.ts';
import { useMayChange } from '#admin/may.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import { LiveCount } from '#ui/live-count.tsx';
import { PageEditor } from './page-editor.tsx';
import { PageTable } from './page-table.tsx';
import { hasStatus, matchPages, sortPages } from './pages-view.ts';

const NO_PAGES = 'No pages created yet.';
const NO_MATCH = 'No pages match your search.';

const TEXTS = {
  deleted: 'Page deleted successfully',
  failedToDelete: (message: string) => `Failed to delete page: ${message}`,
  failedToUpdate: (message: string) => `Failed to update page: ${message}`,
};

/** The generic pages of the site, in a table. */
export function PagesTab({ collection }: ScreenProps) {
  const { search, goTo } = useAdminAddress();
  const view = readView(search);
  const columns = readColumns(collection, search.columns);
  const cards = areOnCards(collection, columns) ? 'card' : undefined;
  const narrowed = { filter: view.filter, sort: view.sort };
  const { data, error } = useQuery(adminListQuery('/api/pages', { view: cards, ...narrowed }));
  const actions = useItemActions(collection, TEXTS);
  const all = data?.items ?? [];
  const matching = sortPages(
    matchPages(all, view.q).filter((page) => hasStatus(page, view.status)),
    view.sort,
  );
  const shown = matching.slice((view.page - 1) * PAGE_SIZE, view.page * PAGE_SIZE);
  const { mayChange } = useMayChange(collection);
  const selection = useSelection(shown.filter(mayChange).map(({ id }) => id));
  const { list, rowProps } = useListKeys<HTMLDivElement>(collection, shown, selection);

  return (
    <CollectionTab
      collection={collection}
      title="Pages"
      add="Add Page"
      items={shown}
      selection={selection}
      actions={actions}
      error={error}
      count={data && matching.length}
      empty={all.length === 0 && !view.filter ? NO_PAGES : NO_MATCH}
      pages={pagesOf(matching.length)}
      hasColumns
      editor={PageEditor}
      summary={
        <div className="my-3">
          <LiveCount>{data ? `${matching.length} of ${all.length} pages` : ''}</LiveCount>
        </div>
      }
    >
      <div ref={list}>
        {shown.length > 0 &&
          (columns.length > 0 ? (
            <ItemTable
              collection={collection}
              items={shown}
              columns={columns}
              selection={selection}
              rowProps={rowProps}
            />
          ) : (
            <PageTable
              pages={shown}
              selection={selection}
              rowProps={rowProps}
              onEdit={(page) => void goTo(adminHref(collection, page.id, search))}
              onDelete={(page) => void actions.remove(page)}
            />
          ))}
      </div>
    </CollectionTab>
  );
}
