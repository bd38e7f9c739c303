import { ConflictDialog } from '#admin/conflict/conflict-dialog.tsx';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { EditorModal, type EditorModalProps } from './editor-modal.tsx';
import { ItemTools } from './item-tools.tsx';
import { FailureNotice, LostTextNotice } from './save-notice.tsx';
import type { ItemEditorState } from './use-item-editor.ts';

export interface EditorProps {
  collection: Collection;
  item: AnyItem | null;
  onClose: () => void;
}

type Views = Pick<EditorModalProps, 'tabs' | 'tab' | 'onTabChange' | 'seo' | 'children'>;

interface ItemModalProps extends EditorProps, Views {
  editor: ItemEditorState;
  /** Where 'Create {type}' and 'Edit {type}' do not do. */
  title?: string;
}

/** A form in its modal: saving, notices, history, recovered text and conflicts are the same for every type. */
export function ItemModal({ collection, item, onClose, editor, title, ...views }: ItemModalProps) {
  return (
    <>
      <EditorModal
        title={title ?? `${item ? 'Edit' : 'Create'} ${collection.label.one}`}
        isDirty={editor.isDirty}
        isSaving={editor.isSaving}
        onSave={() => void editor.save()}
        onClose={onClose}
        onDiscard={editor.forget}
        notice={<EditorNotices collection={collection} editor={editor} />}
        tools={<ItemTools collection={collection} item={item} onRestored={onClose} />}
        {...views}
      />
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
