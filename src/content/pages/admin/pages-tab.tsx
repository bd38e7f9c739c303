import { useQuery } from '@tanstack/react-query';
import { adminHref, pageHref, useAdminAddress } from '#admin/address.ts';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { TAB_TITLE } from '#admin/focus-tab.ts';
import { PAGE_SIZE, pagesOf } from '#admin/list/list-page.ts';
import { ListTools } from '#admin/list/list-tools.tsx';
import { readView } from '#admin/list/list-view.ts';
import { SelectionBar } from '#admin/list/selection-bar.tsx';
import { TabHeader } from '#admin/list/tab-header.tsx';
import { useItemActions } from '#admin/list/use-item-actions.ts';
import { useSelection } from '#admin/list/use-selection.ts';
import type { ScreenProps } from '#admin/screens.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
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
  const { search, rest, changeSearch, goTo } = useAdminAddress();
  const view = readView(search);
  const { data, error } = useQuery(adminListQuery('/api/pages', { view: 'card' }));
  const actions = useItemActions(collection, TEXTS);
  const all = data?.items ?? [];
  const matching = sortPages(
    matchPages(all, view.q).filter((page) => hasStatus(page, view.status)),
    view.sort,
  );
  const shown = matching.slice((view.page - 1) * PAGE_SIZE, view.page * PAGE_SIZE);
  const selection = useSelection(shown.map(({ id }) => id));

  return (
    <section aria-labelledby={TAB_TITLE}>
      <TabHeader collection={collection} title="Pages" add="Add Page" />
      <ListTools
        collection={collection}
        view={view}
        onChange={(patch) => void changeSearch(patch, collection)}
      />
      <SelectionBar collection={collection} items={shown} selection={selection} actions={actions} />
      <div className="my-3">
        <LiveCount>{data ? `${matching.length} of ${all.length} pages` : ''}</LiveCount>
      </div>
      {error && <ErrorText>The list could not be loaded: {messageOf(error)}</ErrorText>}
      {!data && !error && <Skeleton className="h-40" />}
      {data && matching.length === 0 && (
        <EmptyState text={all.length === 0 ? NO_PAGES : NO_MATCH} />
      )}
      {shown.length > 0 && (
        <PageTable
          pages={shown}
          selection={selection}
          onEdit={(page) => void goTo(adminHref(collection, page.id, search))}
          onDelete={(page) => void actions.remove(page)}
        />
      )}
      <Pagination
        page={view.page}
        pages={pagesOf(matching.length)}
        hrefFor={pageHref(collection, search)}
      />
      <OpenEditor
        collection={collection}
        editor={PageEditor}
        target={rest}
        onClose={() => void goTo(adminHref(collection, '', search))}
      />
    </section>
  );
}
