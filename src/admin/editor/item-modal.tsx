import { ConflictDialog } from '#admin/conflict/conflict-dialog.tsx';
import { DraftActions } from '#admin/drafts/draft-actions.tsx';
import { DraftNotice } from '#admin/drafts/draft-notice.tsx';
import { useLiveDraft } from '#admin/drafts/live-draft-context.ts';
import { ReviewNotice } from '#admin/reviews/review-notice.tsx';
import { useReview } from '#admin/reviews/use-reviews.ts';
import { ScheduleNotice } from '#admin/schedule/schedule-notice.tsx';
import type { Collection } from '#kit/collection.ts';
import { EditorModal, type EditorModalProps } from './editor-modal.tsx';
import type { FormOf, StoredOf } from './form-types.ts';
import { ItemTools } from './item-tools.tsx';
import { LeavingNote, PublicSwitch } from './public-switch.tsx';
import { FailureNotice, LostTextNotice, ProblemNote } from './save-notice.tsx';
import { useFormRights } from './use-form-rights.ts';
import type { ItemEditorState } from './use-item-editor.ts';

export interface EditorProps<C extends Collection = Collection> {
  collection: Collection;
  item: StoredOf<C> | null;
  onClose: () => void;
  /** What a new item starts with. */
  start?: FormOf<C>;
}

type Views = Pick<
  EditorModalProps,
  'tabs' | 'tab' | 'onTabChange' | 'seo' | 'children' | 'publicity'
>;

interface ItemModalProps extends EditorProps, Views {
  editor: ItemEditorState;
  /** Where 'Create {type}' and 'Edit {type}' do not do. */
  title?: string;
}

/** A form in its modal: saving, notices, history, recovered text and conflicts are the same for every type. */
export function ItemModal(props: ItemModalProps) {
  const { collection, item, onClose, editor, title, publicity, ...views } = props;
  const { one } = collection.label;
  const { live } = useLiveDraft();
  const isDraft = editor.target === 'draft';
  const { maySave, mayPublish, savesDraft } = useFormRights(collection, editor);
  const review = useReview(collection.name, item?.id ?? 0);
  return (
    <>
      <EditorModal
        title={maySave ? (title ?? `${item ? 'Edit' : 'Create'} ${one}`) : one}
        isDirty={editor.isDirty}
        isSaving={editor.isSaving}
        isReadOnly={!maySave}
        onSave={(how) => void (savesDraft ? editor.saveDraft(how) : editor.save(how))}
        refusals={editor.refusals}
        onClose={onClose}
        onDiscard={editor.forget}
        notice={
          <>
            {isDraft && (
              <DraftNotice
                collection={collection}
                values={editor.values}
                seen={editor.seen}
                onDiscarded={editor.leave}
              />
            )}
            {item && (isDraft || !editor.isLive) && collection.publicPath !== undefined && (
              <ReviewNotice
                name={collection.name}
                id={item.id}
                isDirty={editor.isDirty}
                seen={editor.seen}
                onPublish={isDraft ? undefined : () => void editor.publish()}
              />
            )}
            {item && <ScheduleNotice name={collection.name} id={item.id} />}
            <EditorNotices collection={collection} editor={editor} />
          </>
        }
        actions={<DraftActions editor={editor} isApproved={review?.state === 'approved'} />}
        saveLabel={isDraft ? 'Save draft' : savesDraft ? 'Save as draft' : undefined}
        problem={
          <>
            <LeavingNote collection={collection} item={item} editor={editor} />
            <ProblemNote collection={collection} errors={editor.errors} />
          </>
        }
        publicity={
          isDraft || !mayPublish
            ? null
            : (publicity ?? <PublicSwitch collection={collection} editor={editor} />)
        }
        tools={
          <ItemTools
            collection={collection}
            item={live ?? item}
            editor={editor}
            onRestored={onClose}
          />
        }
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
      <FailureNotice
        collection={collection}
        failure={editor.failure}
        errors={editor.errors}
        {...(editor.isNew ? {} : { onSaveAsNew: () => void editor.saveAsNew() })}
      />
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
