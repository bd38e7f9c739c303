import { SmallButton } from '#admin/editor/fields/small-button.tsx';
import { formatDay } from '#admin/format-moment.ts';
import { SelectBox } from '#admin/list/select-box.tsx';
import type { Selection } from '#admin/list/use-selection.ts';
import { Badge } from '#ui/badge.tsx';
import { ExternalLink, Pencil, Trash2 } from '#ui/icons.tsx';
import type { PageRow } from './pages-view.ts';

const COLUMNS = ['Title', 'Slug', 'Status', 'Footer', 'Order', 'Updated', 'Actions'];

interface PageTableProps {
  pages: readonly PageRow[];
  selection: Selection;
  onEdit: (page: PageRow) => void;
  onDelete: (page: PageRow) => void;
}

export function PageTable({ pages, selection, onEdit, onDelete }: PageTableProps) {
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
              <th key={column} scope="col" className="py-2 pr-4 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pages.map((page) => (
            <tr key={page.id} className="border-b border-line">
              <th scope="row" className="min-w-40 py-1 pr-4 font-medium">
                <span className="flex items-center gap-3">
                  <SelectBox id={page.id} title={page.title} selection={selection} />
                  <span>{page.title}</span>
                </span>
              </th>
              <td className="min-w-40 py-1 pr-4 wrap-anywhere text-soft">{page.slug}</td>
              <td className="py-1 pr-4">
                <Badge tone={page.isPublished ? 'positive' : 'warn'}>
                  {page.isPublished ? 'Published' : 'Draft'}
                </Badge>
              </td>
              <td className="py-1 pr-4 text-soft">
                {(page.showInFooter && page.footerSection) || '-'}
              </td>
              <td className="py-1 pr-4 text-soft tabular-nums">{page.displayOrder}</td>
              <td className="py-1 pr-4 whitespace-nowrap text-soft">{formatDay(page.updatedAt)}</td>
              <td className="py-1">
                <span className="flex">
                  <a
                    href={`/${page.slug}`}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={`View ${page.title} on site (opens in a new tab)`}
                    title="View on site"
                    className="inline-flex size-11 items-center justify-center text-soft hover:text-accent"
                  >
                    <ExternalLink aria-hidden className="size-4" />
                  </a>
                  <SmallButton
                    label={`Edit ${page.title}`}
                    icon={Pencil}
                    onClick={() => onEdit(page)}
                  />
                  <SmallButton
                    label={`Delete ${page.title}`}
                    icon={Trash2}
                    danger
                    onClick={() => onDelete(page)}
                  />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
