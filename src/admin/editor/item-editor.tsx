import { useState } from 'react';
import { SeoTab } from '#admin/seo/seo-tab.tsx';
import type { Field } from '#kit/fields.ts';
import { withAutoSlug } from './auto-slug.ts';
import { FieldGrid } from './field-grid.tsx';
import { formFieldsOf } from './form-values.ts';
import { type EditorProps, ItemModal } from './item-modal.tsx';
import { useItemEditor } from './use-item-editor.ts';

const isSeo = ([, field]: [string, Field]) => field.tab === 'seo';

/** The form of a content type, made from its definition: Content and SEO, or a single view. */
export function ItemEditor(props: EditorProps) {
  const { collection, item, onClose } = props;
  const editor = useItemEditor({ collection, item, onSaved: onClose, derive: withAutoSlug });
  const [tab, setTab] = useState('content');
  const fields = formFieldsOf(collection);
  const content = fields.filter((entry) => !isSeo(entry));
  const form = { values: editor.values, errors: editor.errors, onChange: editor.change };

  return (
    <ItemModal
      {...props}
      editor={editor}
      tab={tab}
      onTabChange={setTab}
      seo={fields.some(isSeo) && <SeoTab collection={collection} item={item} {...form} />}
    >
      <FieldGrid fields={content} {...form} />
    </ItemModal>
  );
}
