import { useQuery } from '@tanstack/react-query';
import { useAdminAddress } from '#admin/address.ts';
import { adminListQuery, countsQuery } from '#admin/api/admin-queries.ts';
import type { SaveTexts } from '#admin/editor/editor-options.ts';
import type { FormValues } from '#admin/editor/form-types.ts';
import { ItemEditor, NO_TABS } from '#admin/editor/item-editor.tsx';
import type { EditorProps } from '#admin/editor/item-modal.tsx';
import { CollectionTab } from '#admin/list/collection-tab.tsx';
import { listParams } from '#admin/list/list-view.ts';
import type { ActionTexts } from '#admin/list/use-item-actions.ts';
import type { ScreenProps } from '#admin/screens.ts';
import { missingIn } from '#content/shared/definition-inputs.ts';
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
    />
  );
}
