import { useQuery } from '@tanstack/react-query';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { TAB_TITLE } from '#admin/focus-tab.ts';
import { ListTools } from '#admin/list/list-tools.tsx';
import { PAGE_SIZE, readView } from '#admin/list/list-view.ts';
import { useItemActions } from '#admin/list/use-item-actions.ts';
import type { ScreenProps } from '#admin/screens.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Plus } from '#ui/icons.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { PageEditor } from './page-editor.tsx';
import { PageTable } from './page-table.tsx';
import { hasStatus, matchPages, type PageRow, sortPages } from './pages-view.ts';

const NO_PAGES = 'No pages created yet.';
const NO_MATCH = 'No pages match your search.';

const TEXTS = {
  deleted: 'Page deleted successfully',
  failedToDelete: (message: string) => `Failed to delete page: ${message}`,
};

/** The generic pages of the site, in a table. */
export function PagesTab({ collection }: ScreenProps) {
  const { search, rest, changeSearch, goTo } = useAdminAddress();
  const view = readView(search);
  const { name } = collection;
  const { data, error } = useQuery(adminListQuery<PageRow>(`/api/${name}?view=card`));
  const actions = useItemActions(collection, TEXTS);
  const all = data?.items ?? [];
  const matching = sortPages(
    matchPages(all, view.q).filter((page) => hasStatus(page, view.status)),
    view.sort,
  );
  const shown = matching.slice((view.page - 1) * PAGE_SIZE, view.page * PAGE_SIZE);

  return (
    <section aria-labelledby={TAB_TITLE}>
      <header className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id={TAB_TITLE} tabIndex={-1} className="text-h2 font-semibold outline-none">
          Pages
        </h2>
        <ButtonLink href={adminHref(name, 'new', search)} variant="primary">
          <Plus aria-hidden className="size-4" />
          Add Page
        </ButtonLink>
      </header>
      <ListTools
        collection={collection}
        view={view}
        onChange={(patch) => void changeSearch(patch, name)}
      />
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
          onEdit={(page) => void goTo(adminHref(name, page.id, search))}
          onDelete={(page) => void actions.remove(page)}
        />
      )}
      <Pagination
        page={view.page}
        pages={Math.ceil(matching.length / PAGE_SIZE)}
        hrefFor={(page) => adminHref(name, '', { ...search, page: page > 1 ? String(page) : '' })}
      />
      <OpenEditor
        key={rest}
        collection={collection}
        editor={PageEditor}
        target={rest}
        onClose={() => void goTo(adminHref(name, '', search))}
      />
    </section>
  );
}
