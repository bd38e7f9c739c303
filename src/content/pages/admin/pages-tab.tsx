import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import { SmallButton } from '#admin/editor/fields/small-button.tsx';
import { formatDay } from '#admin/format-date-time.ts';
import { Eye, Trash2 } from '#admin/icons.ts';
import type { RowProps } from '#admin/keys/use-row-keys.ts';
import { useListKeys } from '#admin/keys/use-row-keys.ts';
import { CollectionTab } from '#admin/list/collection-tab.tsx';
import { StatusBadge } from '#admin/list/item-card.tsx';
import { ItemTable } from '#admin/list/item-table.tsx';
import { PAGE_SIZE, pagesOf } from '#admin/list/list-page.ts';
import { areOnCards, readColumns, readView } from '#admin/list/list-view.ts';
import { SelectBox } from '#admin/list/select-box.tsx';
import { useItemActions } from '#admin/list/use-item-actions.ts';
import { type Selection, useSelection } from '#admin/list/use-selection.ts';
import { ViewOnSite } from '#admin/list/view-on-site.tsx';
import { useMay, useMayChange } from '#admin/may.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import { hrefTo } from '#client/href-to.ts';
import { Pencil } from '#ui/icons.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { pages as definition } from '../pages.collection.ts';
import { PageEditor } from './page-editor.tsx';
import { hasStatus, matchPages, type PageRow, sortPages } from './pages-view.ts';

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

const COLUMNS = ['Title', 'Slug', 'Status', 'Footer', 'Order', 'Updated', 'Actions'];

/** The actions stay in sight while the rest is scrolled sideways on a phone. */
const LAST = 'last:sticky last:right-0 last:bg-paper';

interface PageTableProps {
  pages: readonly PageRow[];
  selection: Selection;
  rowProps: (row: string) => RowProps;
  onEdit: (page: PageRow) => void;
  onDelete: (page: PageRow) => void;
}

function PageTable({ pages, selection, rowProps, onEdit, onDelete }: PageTableProps) {
  const mayWrite = useMay('editor');
  const { mayChange } = useMayChange(definition);
  return (
    <section
      aria-label="Pages, a table that scrolls sideways"
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table className="w-full min-w-2xl border-collapse text-left text-sm">
        <thead>
          <tr className="border-b border-heavy text-xs text-faint">
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={clsx('py-2 pr-4 font-medium', LAST)}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pages.map((page) => (
            <tr key={page.id} {...rowProps(String(page.id))} className="border-b border-line">
              <th scope="row" className="min-w-40 py-1 pr-4 font-medium">
                <span className="flex items-center gap-3">
                  {mayChange(page) && (
                    <SelectBox id={page.id} title={page.title} selection={selection} />
                  )}
                  <span>{page.title}</span>
                </span>
              </th>
              <td className="min-w-40 py-1 pr-4 wrap-anywhere text-soft">{page.slug}</td>
              <td className="py-1 pr-4">
                <StatusBadge collection={definition} item={page} />
              </td>
              <td className="py-1 pr-4 text-soft">
                {(page.showInFooter && page.footerSection) || '-'}
              </td>
              <td className="py-1 pr-4 text-soft tabular-nums">{page.displayOrder}</td>
              <td className="py-1 pr-4 whitespace-nowrap text-soft">{formatDay(page.updatedAt)}</td>
              <td className={clsx('py-1', LAST)}>
                <span className="flex">
                  <ViewOnSite href={hrefTo('/$slug', { slug: page.slug })} of={page.title} />
                  <SmallButton
                    label={`${mayWrite ? 'Edit' : 'Read'} ${page.title}`}
                    icon={mayWrite ? Pencil : Eye}
                    onClick={() => onEdit(page)}
                  />
                  {mayChange(page) && (
                    <SmallButton
                      label={`Delete ${page.title}`}
                      icon={Trash2}
                      danger
                      onClick={() => onDelete(page)}
                    />
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
