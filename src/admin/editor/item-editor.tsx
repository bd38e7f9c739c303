import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import type { FieldErrors } from '#admin/api/problems.ts';
import { useSeoState } from '#admin/seo/seo-state.ts';
import { SeoTab } from '#admin/seo/seo-tab.tsx';
import type { Field } from '#kit/fields.ts';
import type { ItemEditorOptions } from './editor-options.ts';
import { FieldGrid, type OwnInputs } from './field-input.tsx';
import type { ChangeValues, FormValues } from './form-types.ts';
import { gridFieldsOf, withAutoSlug } from './form-values.ts';
import { type EditorProps, type FormFrame, ItemModal } from './item-modal.tsx';
import { useItemEditor } from './use-item-editor.ts';

/** The input of a type's own part of the form. */
export interface FormView {
  item: EditorProps['item'];
  values: FormValues;
  errors: FieldErrors;
  onChange: ChangeValues;
}

/** How a type's form differs from the usual one. */
interface FormShape
  extends Pick<
    ItemEditorOptions,
    'texts' | 'check' | 'prepare' | 'derive' | 'onSaved' | 'ownsDraft' | 'start'
  > {
  title?: string;
  /** Its tabs, by that of the fields on them; fields of any other stand on the first. */
  tabs?: Record<string, string>;
  /** Tabs that are drawn in a way of their own. */
  views?: Partial<Record<string, ComponentType<FormView>>>;
  /** Beside Save, where it is no switch that makes the item public. */
  publicity?: ComponentType<FormView>;
  inputs?: OwnInputs;
  /** Fields that these values have no use for. */
  hides?: (values: FormValues) => readonly string[];
  frame?: FormFrame;
}

const FIRST: string = 'content';
const TABS = { content: 'Content', seo: 'SEO' };
/** All fields in a single view. */
export const NO_TABS: Record<string, string> = {};

/** The form of a content type, made from its definition: Content and SEO, or a single view. */
export function ItemEditor(props: EditorProps & FormShape) {
  const { collection, item, onClose, title, inputs, hides, frame, ...shape } = props;
  const { views = {}, publicity: Publicity } = shape;
  const editor = useItemEditor({ derive: withAutoSlug, collection, item, onClose, ...shape });
  const [tab, setTab] = useState(FIRST);
  const seo = useSeoState();
  const { values, errors, refusals } = editor.state;
  const form = { item, values, errors, onChange: editor.change };
  const fields = gridFieldsOf(collection).filter(([key]) => !hides?.(values).includes(key));
  const isSeo = ([, field]: [string, Field]) => field.tab === 'seo';
  const tabs: Record<string, string> = shape.tabs ?? (fields.some(isSeo) ? TABS : NO_TABS);
  const tabOf = ([, field]: [string, Field]) =>
    field.tab !== undefined && field.tab in tabs ? field.tab : FIRST;
  const gridOf = (view: string) => (
    <FieldGrid
      collection={collection.name}
      fields={fields.filter((field) => tabOf(field) === view)}
      inputs={inputs}
      {...form}
    />
  );
  const drawTab = (name: string) => {
    const View = views[name];
    if (View) return <View {...form} />;
    return name === 'seo' ? <SeoTab collection={collection} {...form} {...seo} /> : gridOf(name);
  };

  const openWrongTab = useEffectEvent(() => {
    const wrong = fields.filter(([key]) => errors[key]).map(tabOf);
    if (wrong.length > 0 && !wrong.includes(tab)) setTab(wrong[0] ?? FIRST);
  });
  useEffect(() => {
    if (refusals > 0) openWrongTab();
  }, [refusals]);

  return (
    <ItemModal
      collection={collection}
      item={item}
      onClose={onClose}
      editor={editor}
      title={title}
      frame={frame}
      tab={tab}
      onTabChange={setTab}
      publicity={Publicity && <Publicity {...form} />}
      tabs={Object.entries(tabs).map(([value, label]) => ({
        value,
        label,
        content: drawTab(value),
      }))}
    >
      {gridOf(FIRST)}
    </ItemModal>
  );
}
