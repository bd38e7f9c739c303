import type { SaveTexts } from '#admin/editor/editor-options.ts';
import { FlagInput } from '#admin/editor/fields/flag-input.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import type { FormOf } from '#admin/editor/form-types.ts';
import { type EditorProps, ItemModal } from '#admin/editor/item-modal.tsx';
import { useItemEditor } from '#admin/editor/use-item-editor.ts';
import { May } from '#admin/may.tsx';
import { inputsOf, missingIn } from '#content/shared/definition-inputs.ts';
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

export const checkGuide = (values: FormOf<Guides>) => missingIn(styleGuides, values);

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
  const input = inputsOf(styleGuides, editor);
  return (
    <ItemModal {...props} editor={editor}>
      <div className="grid gap-5">
        <TextInput {...input('name')} cap={NAME_MAX} />
        <TextInput {...input('description')} />
        <TextInput
          {...input('prompt')}
          rows={PROMPT_ROWS}
          help="How a rewritten article should read: tone, length, what to keep and what to leave out"
        />
        <May least="publisher">
          <FlagInput
            label="Active"
            checked={editor.state.values.isActive === true}
            onChange={(isActive) => editor.change({ isActive })}
            help="Rewrites follow the active guide; there is one at most"
          />
        </May>
      </div>
    </ItemModal>
  );
}
