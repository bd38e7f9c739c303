import { withAutoSlug } from '#admin/editor/auto-slug.ts';
import type { SaveTexts } from '#admin/editor/editor-options.ts';
import { FieldGrid } from '#admin/editor/field-grid.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import type { FormOf, TextsOf } from '#admin/editor/form-types.ts';
import { gridFieldsOf } from '#admin/editor/form-values.ts';
import { type EditorProps, ItemModal } from '#admin/editor/item-modal.tsx';
import { requireFields } from '#admin/editor/require-fields.ts';
import { useItemEditor } from '#admin/editor/use-item-editor.ts';
import { pages } from '../pages.collection.ts';

const TEXTS: SaveTexts = {
  created: 'Page created successfully',
  updated: 'Page updated successfully',
  failedToCreate: (message) => `Failed to create page: ${message}`,
  failedToUpdate: (message) => `Failed to update page: ${message}`,
};

type Pages = typeof pages;

const REQUIRED: TextsOf<Pages> = { title: 'Title', content: 'Content', slug: 'Slug' };

export const checkPage = (values: FormOf<Pages>) => requireFields(REQUIRED, values);

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
  const { values, errors, change } = editor;
  const fields = gridFieldsOf(pages)
    .filter(([, field]) => field.tab !== 'seo')
    .filter(([key]) => key !== 'footerSection' || values.showInFooter);

  return (
    <ItemModal {...props} editor={editor} title={item ? 'Edit Page' : 'Create New Page'}>
      <FieldGrid fields={fields} values={values} errors={errors} onChange={change} />
      <div className="mt-5 grid gap-5">
        <TextInput
          label="Meta title"
          value={String(values.metaTitle ?? '')}
          onChange={(metaTitle) => change({ metaTitle })}
          cap={60}
          placeholder="50-60 characters"
          error={errors.metaTitle}
        />
        <TextInput
          label="Meta description"
          value={String(values.metaDescription ?? '')}
          onChange={(metaDescription) => change({ metaDescription })}
          cap={160}
          rows={3}
          placeholder="150-160 characters"
          error={errors.metaDescription}
        />
      </div>
    </ItemModal>
  );
}
