import { useEffect, useEffectEvent, useState } from 'react';
import { useSeoState } from '#admin/seo/seo-state.ts';
import { SeoTab } from '#admin/seo/seo-tab.tsx';
import type { Field } from '#kit/fields.ts';
import { FieldGrid } from './field-grid.tsx';
import { formFieldsOf, gridFieldsOf, withAutoSlug } from './form-values.ts';
import { type EditorProps, ItemModal } from './item-modal.tsx';
import { useItemEditor } from './use-item-editor.ts';

const isSeo = ([, field]: [string, Field]) => field.tab === 'seo';

/** The form of a content type, made from its definition: Content and SEO, or a single view. */
export function ItemEditor(props: EditorProps) {
  const { collection, item, onClose } = props;
  const editor = useItemEditor({
    collection,
    item,
    onClose,
    derive: withAutoSlug,
    start: props.start ?? {},
  });
  const [tab, setTab] = useState('content');
  const seo = useSeoState();
  const seoKeys = formFieldsOf(collection)
    .filter(isSeo)
    .map(([key]) => key);
  const content = gridFieldsOf(collection).filter((entry) => !isSeo(entry));
  const { values, errors, refusals } = editor.state;
  const form = { values, errors, onChange: editor.change };

  const openWrongTab = useEffectEvent(() => {
    const wrong = Object.keys(errors);
    if (wrong.length > 0) setTab(wrong.every((key) => seoKeys.includes(key)) ? 'seo' : 'content');
  });
  useEffect(() => {
    if (refusals > 0) openWrongTab();
  }, [refusals]);

  return (
    <ItemModal
      {...props}
      editor={editor}
      tab={tab}
      onTabChange={setTab}
      seo={seoKeys.length > 0 && <SeoTab collection={collection} item={item} {...form} {...seo} />}
    >
      <FieldGrid collection={collection.name} fields={content} {...form} />
    </ItemModal>
  );
}
