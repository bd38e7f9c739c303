import { type ComponentType, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { ConflictDialog } from '#admin/conflict/conflict-dialog.tsx';
import { CorrectionNotice } from '#admin/corrections/correction-notice.tsx';
import { DraftActions, DraftNotice } from '#admin/drafts/draft-notice.tsx';
import { useLiveDraft } from '#admin/drafts/use-item-draft.ts';
import { ReadyNotice } from '#admin/ready/ready-notice.tsx';
import { ScheduleNotice } from '#admin/schedule/schedule-notice.tsx';
import { Present, TalkPanel } from '#admin/talk/talk-panel.tsx';
import { TalkContext, useTalk } from '#admin/talk/use-talk.ts';
import type { Collection } from '#kit/collection.ts';
import { Button } from '#ui/button.tsx';
import { type TabItem, Tabs } from '#ui/tabs.tsx';
import { DialogFrame, type FrameProps } from './dialog-frame.tsx';
import { isBusy } from './editor-state.ts';
import { ReadOnlyContext } from './fields/field-frame.tsx';
import {
  FailureNotice,
  LeavingNote,
  LostTextNotice,
  ProblemNote,
  PublicSwitch,
} from './form-notes.tsx';
import type { FormOf, StoredOf } from './form-types.ts';
import { ItemTools } from './item-tools.tsx';
import { useFirstProblem } from './use-first-problem.ts';
import { useFormAddress } from './use-form-address.ts';
import { useFormRights } from './use-form-rights.ts';
import type { ItemEditor } from './use-item-editor.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { BESIDE, useWide } from './writing/use-wide.ts';
import { WritingPage, type WritingView } from './writing/writing-page.tsx';
import { writtenFieldsOf } from './writing/written-fields.ts';

export interface EditorProps<C extends Collection = Collection> {
  collection: Collection;
  item: StoredOf<C> | null;
  onClose: () => void;
  /** A new item's first values. */
  start?: FormOf<C> | undefined;
}

export type FormFrame = ComponentType<FrameProps> | undefined;

interface ItemModalProps extends EditorProps {
  editor: ItemEditor;
  /** Where 'Create {type}' and 'Edit {type}' do not do. */
  title?: string | undefined;
  /** Where the form stands; a dialog, unless it says so. */
  frame?: FormFrame;
  /** Several views; without them `children` is the single one. */
  tabs?: readonly TabItem[];
  /** The open tab. */
  tab?: string;
  onTabChange?: (tab: string) => void;
  /** Beside Save, where it is no switch that makes the item public. */
  publicity?: ReactNode;
  children?: ReactNode;
}

/** Ctrl-S, and Cmd-S on a Mac. */
const isSaveKey = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's';

/** A form in its modal: saving, notices, history, recovered text and conflicts are the same for every type. */
export function ItemModal(props: ItemModalProps) {
  const { collection, item, onClose, editor, publicity, frame: Frame = DialogFrame } = props;
  const { tabs = [] } = props;
  const { state } = editor;
  const { one } = collection.label;
  const { live } = useLiveDraft();
  const formId = useId();
  const isDraft = state.target === 'draft';
  const isSaving = isBusy(state);
  const { maySave, mayPublish, savesDraft } = useFormRights(collection, state);
  const talk = useTalk(collection, item?.id);
  const form = useFirstProblem(state.refusals);
  const mayLeave = useLeaveGuard(state.isDirty, editor.forget);
  const { hasWritingPage, isWriting: isAsked, showAs } = useFormAddress(item);
  const [written] = useState(() => writtenFieldsOf(collection, state.base));
  const isWriting = isAsked && written.length > 0;
  const [view, setView] = useState<WritingView>('write');
  // On a phone the foot of the writing page would take the room of the text.
  const isNarrow = !useWide(BESIDE) && isWriting;
  const title = maySave ? (props.title ?? `${item ? 'Edit' : 'Create'} ${one}`) : one;
  const saveLabel = isDraft ? 'Save draft' : savesDraft ? 'Save as draft' : 'Save';

  const close = async () => {
    if (await mayLeave()) onClose();
  };
  const save = (stays: boolean) => {
    if (maySave) void editor.save({ ...(savesDraft && { to: 'draft' }), stays });
  };
  const readable = (fields: ReactNode) => (
    <ReadOnlyContext value={!maySave}>
      <fieldset disabled={!maySave} className="min-w-0">
        {fields}
      </fieldset>
    </ReadOnlyContext>
  );

  const tools = (
    <ItemTools collection={collection} item={live ?? item} editor={editor} onRestored={onClose} />
  );
  const fields =
    tabs.length === 0 ? (
      readable(props.children)
    ) : (
      <Tabs
        label={title}
        items={tabs.map((view) => ({ ...view, content: readable(view.content) }))}
        value={props.tab ?? tabs[0]?.value ?? ''}
        onValueChange={(tab) => props.onTabChange?.(tab)}
      />
    );

  return (
    <TalkContext value={talk}>
      <Frame
        title={title}
        isWhole={isWriting}
        head={item && <Present type={collection.name} id={item.id} />}
        side={talk?.isOpen && <TalkPanel talk={talk} />}
        tools={
          hasWritingPage &&
          written.length > 0 && (
            <button
              type="button"
              onClick={() => void showAs(isWriting ? 'form' : 'page')}
              className="text-link min-h-11 text-xs"
            >
              {isWriting ? 'Form' : 'Writing page'}
            </button>
          )
        }
        onClose={() => void close()}
        onKeyDown={(event) => {
          if (!isSaveKey(event)) return;
          event.preventDefault();
          save(true);
        }}
        footer={
          <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
            <LeavingNote collection={collection} item={item} editor={editor} />
            <ProblemNote collection={collection} errors={state.errors} />
            {!isNarrow && (
              <div className="mr-auto flex flex-wrap items-center gap-x-3 sm:gap-x-5">{tools}</div>
            )}
            {/* The switch stays beside Save, however many tools there are. */}
            <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-3 max-sm:basis-full sm:flex-nowrap">
              {!isDraft &&
                mayPublish &&
                (publicity ?? <PublicSwitch collection={collection} editor={editor} />)}
              {/* However little room there is, they stay in one row: across the whole of it on a phone. */}
              <div className="flex gap-2 max-sm:basis-full max-sm:*:flex-auto max-sm:*:px-2!">
                <Button onClick={() => void close()}>{maySave ? 'Cancel' : 'Close'}</Button>
                <DraftActions editor={editor} stays={isWriting} />
                {maySave && (
                  <Button type="submit" form={formId} variant="primary" aria-disabled={isSaving}>
                    {isSaving ? 'Saving...' : saveLabel}
                  </Button>
                )}
              </div>
            </div>
          </div>
        }
      >
        {/* Outside the form: Enter in a notice's field must not save. */}
        {isDraft && (
          <DraftNotice
            collection={collection}
            values={state.values}
            seen={state.seen}
            onDiscarded={editor.leave}
          />
        )}
        {item && (isDraft || !state.isLive) && collection.publicPath !== undefined && (
          <ReadyNotice
            name={collection.name}
            id={item.id}
            isDirty={state.isDirty}
            seen={state.seen}
            onPublish={isDraft ? undefined : () => void editor.publish()}
          />
        )}
        {item && <ScheduleNotice name={collection.name} id={item.id} />}
        <CorrectionNotice />
        <LostTextNotice lost={editor.lost} />
        <FailureNotice
          collection={collection}
          failure={state.failure}
          errors={state.errors}
          onSaveAsNew={state.isNew ? undefined : () => void editor.save({ asNew: true })}
        />
        <form
          ref={form}
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save(isWriting);
          }}
        >
          {isWriting
            ? readable(
                <WritingPage
                  collection={collection}
                  item={item}
                  editor={editor}
                  written={written}
                  view={view}
                  onView={setView}
                >
                  {fields}
                </WritingPage>,
              )
            : fields}
        </form>
        {isNarrow && view === 'details' && (
          <div className="mt-6 flex flex-wrap gap-x-4 border-t border-line pt-3">{tools}</div>
        )}
      </Frame>
      {state.conflict && (
        <ConflictDialog
          collection={collection}
          conflict={state.conflict}
          onResolve={(merged) => void editor.resolve(merged)}
          onCancel={editor.giveUp}
        />
      )}
    </TalkContext>
  );
}
