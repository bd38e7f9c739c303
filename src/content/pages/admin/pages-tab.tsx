import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminListQuery, countsQuery } from '#admin/api/admin-queries.ts';
import type { SaveTexts } from '#admin/editor/editor-options.ts';
import { SmallButton } from '#admin/editor/fields/small-button.tsx';
import type { FormValues } from '#admin/editor/form-types.ts';
import { ItemEditor, NO_TABS } from '#admin/editor/item-editor.tsx';
import type { EditorProps } from '#admin/editor/item-modal.tsx';
import { formatDay } from '#admin/format-date-time.ts';
import { Eye, Trash2 } from '#admin/icons.ts';
import { CollectionTab } from '#admin/list/collection-tab.tsx';
import { StatusBadge } from '#admin/list/item-card.tsx';
import { listParams, type RowParts } from '#admin/list/list-view.ts';
import { SelectBox } from '#admin/list/select-box.tsx';
import type { ActionTexts } from '#admin/list/use-item-actions.ts';
import { ViewOnSite } from '#admin/list/view-on-site.tsx';
import { useMay, useMayChange } from '#admin/may.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import type { CardResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { missingIn } from '#content/shared/definition-inputs.ts';
import { Pencil } from '#ui/icons.tsx';
import { pages as definition } from '../pages.collection.ts';

const TEXTS: SaveTexts & Partial<ActionTexts> = {
  created: 'Page created successfully',
  updated: 'Page updated successfully',
  deleted: 'Page deleted successfully',
  failedToCreate: (message) => `Failed to create page: ${message}`,
  failedToUpdate: (message) => `Failed to update page: ${message}`,
  failedToDelete: (message) => `Failed to delete page: ${message}`,
};

export const checkPage = (values: FormValues) => missingIn(definition, values);

/** The form of a generic page, in one view. */
const PageEditor = (props: EditorProps) => (
  <ItemEditor
    {...props}
    title={props.item ? 'Edit Page' : 'Create New Page'}
    tabs={NO_TABS}
    texts={TEXTS}
    check={checkPage}
    hides={({ showInFooter }) => (showInFooter ? [] : ['footerSection'])}
  />
);

/** The generic pages of the site, in a table. */
export function PagesTab({ collection }: ScreenProps) {
  const { search } = useAdminAddress();
  const list = useQuery(adminListQuery('/api/pages', listParams(collection, search)));
  const { data: counts } = useQuery(countsQuery);
  const all = counts?.pages;
  return (
    <CollectionTab
      collection={collection}
      list={list}
      texts={TEXTS}
      countText={(total) => (all === undefined ? '' : `${total} of ${all} pages`)}
      noneYet="No pages created yet."
      noMatch="No pages match your search."
      editor={PageEditor}
    >
      {(parts) => parts.items.length > 0 && <PageTable {...parts} />}
    </CollectionTab>
  );
}

const COLUMNS = ['Title', 'Slug', 'Status', 'Footer', 'Order', 'Updated', 'Actions'];

/** The actions stay in sight while the rest is scrolled sideways on a phone. */
const LAST = 'last:sticky last:right-0 last:bg-paper';

function PageTable({ items, selection, actions, rowProps }: RowParts<CardResponse<'pages'>>) {
  const { search, goTo } = useAdminAddress();
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
          {items.map((page) => (
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
                    onClick={() => void goTo(adminHref(definition, page.id, search))}
                  />
                  {mayChange(page) && (
                    <SmallButton
                      label={`Delete ${page.title}`}
                      icon={Trash2}
                      danger
                      onClick={() => void actions.remove(page)}
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
