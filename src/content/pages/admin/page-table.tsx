import { clsx } from 'clsx';
import { SmallButton } from '#admin/editor/fields/small-button.tsx';
import { formatDay } from '#admin/format-date-time.ts';
import { Eye, Trash2 } from '#admin/icons.ts';
import type { RowProps } from '#admin/keys/use-row-keys.ts';
import { StatusBadge } from '#admin/list/item-card.tsx';
import { SelectBox } from '#admin/list/select-box.tsx';
import type { Selection } from '#admin/list/use-selection.ts';
import { ViewOnSite } from '#admin/list/view-on-site.tsx';
import { useMay, useMayChange } from '#admin/may.tsx';
import { hrefTo } from '#client/href-to.ts';
import { Pencil } from '#ui/icons.tsx';
import { pages as definition } from '../pages.collection.ts';
import type { PageRow } from './pages-view.ts';

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

export function PageTable({ pages, selection, rowProps, onEdit, onDelete }: PageTableProps) {
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
