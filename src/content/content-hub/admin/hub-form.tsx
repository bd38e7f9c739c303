import { useEffect } from 'react';
import type { SaveTexts } from '#admin/editor/editor-options.ts';
import { isBusy } from '#admin/editor/editor-state.ts';
import { ChoiceInput } from '#admin/editor/fields/choice-input.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import type { FormOf, TextsOf } from '#admin/editor/form-types.ts';
import {
  EditorConflict,
  EditorNotices,
  type EditorProps,
  isSaveKey,
} from '#admin/editor/item-modal.tsx';
import { ItemTools } from '#admin/editor/item-tools.tsx';
import { PublicSwitch } from '#admin/editor/public-switch.tsx';
import { ProblemNote } from '#admin/editor/save-notice.tsx';
import { useFirstProblem } from '#admin/editor/use-first-problem.ts';
import { useFormRights } from '#admin/editor/use-form-rights.ts';
import { useItemEditor } from '#admin/editor/use-item-editor.ts';
import { useLeaveGuard } from '#admin/editor/use-leave-guard.ts';
import { Present, TalkPanel } from '#admin/talk/talk-panel.tsx';
import { TalkContext, useTalk } from '#admin/talk/use-talk.ts';
import { inputsOf, missingIn } from '#content/shared/definition-inputs.ts';
import { Button } from '#ui/button.tsx';
import { contentHubConfigs } from '../content-hub.collection.ts';
import { HUB_TYPE_OPTIONS, INVALID_JSON } from './hub-items.ts';
import { RelatedContent } from './related-content.tsx';

const TEXTS: SaveTexts = {
  created: 'Content hub configuration created successfully',
  updated: 'Content hub configuration updated successfully',
  failedToCreate: () => 'Failed to create content hub configuration',
  failedToUpdate: () => 'Failed to update content hub configuration',
};

type Hubs = typeof contentHubConfigs;

export const checkHub = (values: FormOf<Hubs>): TextsOf<Hubs> => ({
  ...missingIn(contentHubConfigs, values),
  ...(Array.isArray(values.relatedContent) ? {} : { relatedContent: INVALID_JSON }),
});

/** The form of a hub, in its place in the list. */
export function HubForm({ collection, item, onClose }: EditorProps<Hubs>) {
  const editor = useItemEditor({
    collection: contentHubConfigs,
    item,
    onClose,
    texts: TEXTS,
    check: checkHub,
  });
  const { state, change, act } = editor;
  const { values, errors } = state;
  const { maySave, mayPublish } = useFormRights(collection, state);
  const talk = useTalk(collection, item?.id);
  const form = useFirstProblem(state.refusals);
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input')?.focus(), [form]);
  const mayLeave = useLeaveGuard(state.isDirty, () => void act({ type: 'forget' }));
  const cancel = async () => {
    if (await mayLeave()) onClose();
  };
  const input = inputsOf(contentHubConfigs, editor);
  return (
    <TalkContext value={talk}>
      <form
        ref={form}
        noValidate
        aria-label={item ? 'Edit Configuration' : 'Add Configuration'}
        className="grid gap-5 border border-rule bg-raised p-5"
        onSubmit={(event) => {
          event.preventDefault();
          void act({ type: 'save' });
        }}
        onKeyDown={(event) => {
          if (!isSaveKey(event)) return;
          event.preventDefault();
          void act({ type: 'save', stays: true });
        }}
      >
        <div className="flex items-center justify-between gap-4">
          <h3 className="text-h3 font-semibold">
            {item ? 'Edit Configuration' : 'Add Configuration'}
          </h3>
          {item && <Present type={collection.name} id={item.id} />}
        </div>
        {errors.relatedContent === INVALID_JSON && (
          <p role="alert" className="border-l-2 border-danger pl-3 text-sm font-medium text-danger">
            {INVALID_JSON}
          </p>
        )}
        <EditorNotices collection={collection} editor={editor} />
        <div className="grid gap-5 sm:grid-cols-2">
          <ChoiceInput {...input('pageType')} options={HUB_TYPE_OPTIONS} empty="Choose" />
          <TextInput {...input('pageSlug')} />
          <TextInput {...input('title')} />
          <TextInput {...input('topic')} />
        </div>
        <TextInput {...input('description')} rows={3} />
        <RelatedContent
          value={values.relatedContent}
          onChange={(relatedContent) => change({ relatedContent })}
          error={errors.relatedContent === INVALID_JSON ? undefined : errors.relatedContent}
        />
        <div className="flex flex-wrap items-center justify-end gap-3">
          <div className="mr-auto flex gap-5">
            <ItemTools collection={collection} item={item} editor={editor} onRestored={onClose} />
          </div>
          <ProblemNote collection={collection} errors={errors} />
          {mayPublish && <PublicSwitch collection={collection} editor={editor} />}
          <Button onClick={() => void cancel()}>Cancel</Button>
          {maySave && (
            <Button type="submit" variant="primary" aria-disabled={isBusy(state)}>
              {isBusy(state) ? 'Saving...' : 'Save'}
            </Button>
          )}
        </div>
        <EditorConflict collection={collection} editor={editor} />
      </form>
      {talk?.isOpen && (
        <div className="border-x border-b border-rule p-5">
          <TalkPanel talk={talk} values={values} />
        </div>
      )}
    </TalkContext>
  );
}
