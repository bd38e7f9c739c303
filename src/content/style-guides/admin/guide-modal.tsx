import { useQueryClient } from '@tanstack/react-query';
import type { FieldErrors } from '#admin/api/problems.ts';
import { EditorModal } from '#admin/editor/editor-modal.tsx';
import { FlagInput } from '#admin/editor/fields/flag-input.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import type { FormValues } from '#admin/editor/form-types.ts';
import {
  EditorConflict,
  EditorNotices,
  type EditorProps,
  editorTitle,
} from '#admin/editor/item-editor.tsx';
import { ItemTools } from '#admin/editor/item-tools.tsx';
import { type SaveTexts, useItemEditor } from '#admin/editor/use-item-editor.ts';
import { toast } from '#admin/toast.ts';

const TEXTS: SaveTexts = {
  created: 'Style Guide Created',
  updated: 'Style Guide Updated',
  failedToCreate: () => 'Failed to create style guide',
  failedToUpdate: () => 'Failed to update style guide',
};

const NAME_MAX = 100;
const PROMPT_ROWS = 14;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Name and prompt are required. */
export const checkGuide = (values: FormValues): FieldErrors => ({
  ...(textOf(values.name).trim() === '' ? { name: 'Name is required' } : {}),
  ...(textOf(values.prompt).trim() === '' ? { prompt: 'Prompt is required' } : {}),
});

/** The form of a style guide. */
export function GuideModal({ collection, item, onClose }: EditorProps) {
  const queryClient = useQueryClient();
  const editor = useItemEditor({
    collection,
    item,
    texts: TEXTS,
    check: checkGuide,
    onSaved: (saved) => {
      // The spec's texts for style guides are titles: this toast takes the place of the general one.
      const title = item ? TEXTS.updated : TEXTS.created;
      toast({ title, description: String(saved.name) });
      void queryClient.invalidateQueries({ queryKey: ['/api/style-guides/active', 'admin'] });
      onClose();
    },
  });
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
        notice={<EditorNotices collection={collection} editor={editor} />}
        tools={<ItemTools collection={collection} item={item} onRestored={onClose} />}
      >
        <div className="grid gap-5">
          <TextInput
            label="Name"
            required
            cap={NAME_MAX}
            value={textOf(values.name)}
            onChange={(name) => change({ name })}
            error={errors.name}
          />
          <TextInput
            label="Description"
            value={textOf(values.description)}
            onChange={(description) => change({ description })}
            error={errors.description}
          />
          <TextInput
            label="Prompt"
            required
            rows={PROMPT_ROWS}
            value={textOf(values.prompt)}
            onChange={(prompt) => change({ prompt })}
            error={errors.prompt}
            help="How a rewritten article should read: tone, length, what to keep and what to leave out"
          />
          <FlagInput
            label="Active"
            checked={values.isActive === true}
            onChange={(isActive) => change({ isActive })}
            help="Rewrites follow the active guide; there is one at most"
          />
        </div>
      </EditorModal>
      <EditorConflict collection={collection} editor={editor} />
    </>
  );
}
