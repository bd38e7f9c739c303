import type { SaveTexts } from '#admin/editor/editor-options.ts';
import { FieldGrid } from '#admin/editor/field-grid.tsx';
import type { FormOf } from '#admin/editor/form-types.ts';
import { gridFieldsOf, withAutoSlug } from '#admin/editor/form-values.ts';
import { type EditorProps, ItemModal } from '#admin/editor/item-modal.tsx';
import { useItemEditor } from '#admin/editor/use-item-editor.ts';
import { MetaFields } from '#admin/seo/meta-fields.tsx';
import { missingIn } from '#content/shared/definition-inputs.ts';
import { pages } from '../pages.collection.ts';

const TEXTS: SaveTexts = {
  created: 'Page created successfully',
  updated: 'Page updated successfully',
  failedToCreate: (message) => `Failed to create page: ${message}`,
  failedToUpdate: (message) => `Failed to update page: ${message}`,
};

type Pages = typeof pages;

export const checkPage = (values: FormOf<Pages>) => missingIn(pages, values);

/** The form of a generic page, in one view. */
export function PageEditor(props: EditorProps<Pages>) {
  const { item, onClose } = props;
  const editor = useItemEditor({
    collection: pages,
    item,
    onClose,
    texts: TEXTS,
    check: checkPage,
    derive: withAutoSlug,
  });
  const { change } = editor;
  const { values, errors } = editor.state;
  const fields = gridFieldsOf(pages)
    .filter(([, field]) => field.tab !== 'seo')
    .filter(([key]) => key !== 'footerSection' || values.showInFooter);

  return (
    <ItemModal {...props} editor={editor} title={item ? 'Edit Page' : 'Create New Page'}>
      <FieldGrid fields={fields} values={values} errors={errors} onChange={change} />
      <div className="mt-5">
        <MetaFields values={values} errors={errors} onChange={change} />
      </div>
    </ItemModal>
  );
}
