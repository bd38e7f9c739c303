import type { SaveTexts } from '#admin/editor/editor-options.ts';
import { FlagInput } from '#admin/editor/fields/flag-input.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import type { FormOf, TextsOf } from '#admin/editor/form-types.ts';
import { requireFields, textOf } from '#admin/editor/form-values.ts';
import { type EditorProps, ItemModal } from '#admin/editor/item-modal.tsx';
import { useItemEditor } from '#admin/editor/use-item-editor.ts';
import { May } from '#admin/may.tsx';
import { styleGuides } from '../style-guides.collection.ts';

const TEXTS: SaveTexts = {
  created: 'Style Guide Created',
  updated: 'Style Guide Updated',
  failedToCreate: () => 'Failed to create style guide',
  failedToUpdate: () => 'Failed to update style guide',
  // The spec's texts for style guides are titles.
  notice: (title, saved) => ({ title, description: String(saved.name) }),
};

const NAME_MAX = 100;
const PROMPT_ROWS = 14;

type Guides = typeof styleGuides;

const REQUIRED: TextsOf<Guides> = { name: 'Name', prompt: 'Prompt' };

export const checkGuide = (values: FormOf<Guides>) => requireFields(REQUIRED, values);

/** The form of a style guide. */
export function GuideModal(props: EditorProps<Guides>) {
  const { item, onClose } = props;
  const editor = useItemEditor({
    collection: styleGuides,
    item,
    texts: TEXTS,
    check: checkGuide,
    onClose,
    // A guide is made the active one on purpose, not by being written.
    start: { isActive: false },
  });
  const { change } = editor;
  const { values, errors } = editor.state;
  return (
    <ItemModal {...props} editor={editor}>
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
        <May least="publisher">
          <FlagInput
            label="Active"
            checked={values.isActive === true}
            onChange={(isActive) => change({ isActive })}
            help="Rewrites follow the active guide; there is one at most"
          />
        </May>
      </div>
    </ItemModal>
  );
}
