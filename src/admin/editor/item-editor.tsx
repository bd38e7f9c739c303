import { useState } from 'react';
import { ConflictDialog } from '#admin/conflict/conflict-dialog.tsx';
import { SeoTab } from '#admin/seo/seo-tab.tsx';
import type { AnyItem, Collection } from '#kit/collection.ts';
import type { Field } from '#kit/fields.ts';
import { withAutoSlug } from './auto-slug.ts';
import { EditorModal } from './editor-modal.tsx';
import { FieldGrid } from './field-grid.tsx';
import { formFieldsOf } from './form-values.ts';
import { ItemTools } from './item-tools.tsx';
import { FailureNotice, LostTextNotice } from './save-notice.tsx';
import { type ItemEditorState, useItemEditor } from './use-item-editor.ts';

export interface EditorProps {
  collection: Collection;
  item: AnyItem | null;
  onClose: () => void;
}

export const editorTitle = ({ label }: Collection, item: AnyItem | null) =>
  `${item ? 'Edit' : 'Create'} ${label.one}`;

const isSeo = ([, field]: [string, Field]) => field.tab === 'seo';

/** The form of a content type, made from its definition: Content and SEO, or a single view. */
export function ItemEditor({ collection, item, onClose }: EditorProps) {
  const editor = useItemEditor({
    collection,
    item,
    onSaved: onClose,
    derive: (before, patch, isNew) => (isNew ? withAutoSlug(collection, before, patch) : patch),
  });
  const [tab, setTab] = useState('content');
  const fields = formFieldsOf(collection);
  const content = fields.filter((entry) => !isSeo(entry));
  const hasSeo = fields.some(isSeo);
  const { values, errors, change } = editor;

  return (
    <>
      <EditorModal
        title={editorTitle(collection, item)}
        isDirty={editor.isDirty}
        isSaving={editor.isSaving}
        onSave={() => void editor.save()}
        onClose={onClose}
        onDiscard={editor.forget}
        tab={tab}
        onTabChange={setTab}
        notice={<EditorNotices collection={collection} editor={editor} />}
        tools={<ItemTools collection={collection} item={item} onRestored={onClose} />}
        seo={
          hasSeo && (
            <SeoTab
              collection={collection}
              values={values}
              onChange={change}
              item={item}
              errors={errors}
            />
          )
        }
      >
        <FieldGrid fields={content} values={values} errors={errors} onChange={change} />
      </EditorModal>
      <EditorConflict collection={collection} editor={editor} />
    </>
  );
}

interface EditorPartProps {
  collection: Collection;
  editor: ItemEditorState;
}

export function EditorNotices({ collection, editor }: EditorPartProps) {
  return (
    <>
      <LostTextNotice lost={editor.lost} />
      <FailureNotice collection={collection} failure={editor.failure} errors={editor.errors} />
    </>
  );
}

export function EditorConflict({ collection, editor }: EditorPartProps) {
  if (!editor.conflict) return null;
  return (
    <ConflictDialog
      collection={collection}
      conflict={editor.conflict}
      onResolve={editor.resolve}
      onCancel={editor.giveUpConflict}
    />
  );
}
