import { InlineFrame } from '#admin/editor/dialog-frame.tsx';
import type { SaveTexts } from '#admin/editor/editor-options.ts';
import { FieldInput, type FieldInputProps } from '#admin/editor/field-input.tsx';
import type { FormValues } from '#admin/editor/form-types.ts';
import { ItemEditor } from '#admin/editor/item-editor.tsx';
import type { EditorProps } from '#admin/editor/item-modal.tsx';
import { missingIn } from '#content/shared/definition-inputs.ts';
import { contentHubConfigs } from '../content-hub.collection.ts';
import { HUB_TYPE_WORDS, INVALID_JSON } from './hub-items.ts';
import { RelatedContent } from './related-content.tsx';

const TEXTS: SaveTexts = {
  created: 'Content hub configuration created successfully',
  updated: 'Content hub configuration updated successfully',
  failedToCreate: () => 'Failed to create content hub configuration',
  failedToUpdate: () => 'Failed to update content hub configuration',
};

const INPUTS = {
  pageType: (props: FieldInputProps) => <FieldInput {...props} words={HUB_TYPE_WORDS} />,
  relatedContent: RelatedContent,
};

export const checkHub = (values: FormValues) => ({
  ...missingIn(contentHubConfigs, values),
  ...(Array.isArray(values.relatedContent) ? {} : { relatedContent: INVALID_JSON }),
});

/** The form of a hub, in its place in the list. */
export const HubForm = (props: EditorProps) => (
  <ItemEditor
    {...props}
    frame={InlineFrame}
    title={props.item ? 'Edit Configuration' : 'Add Configuration'}
    texts={TEXTS}
    check={checkHub}
    inputs={INPUTS}
  />
);
