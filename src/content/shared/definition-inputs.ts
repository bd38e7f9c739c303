import type { FormOf } from '#admin/editor/form-types.ts';
import { requireFields } from '#admin/editor/form-values.ts';
import type { ItemEditor } from '#admin/editor/use-item-editor.ts';
import { type Collection, type FieldOf, fieldEntries } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';

/** Errors of fields that the definition requires and a form lacks; a required list may be empty. */
export const missingIn = <C extends Collection>(collection: C, values: FormOf<C>) => {
  const required = fieldEntries(collection).filter(
    ([, field]) => field.required && field.kind !== 'json',
  );
  const labels = required.map(([key, field]) => [key, labelOf(key, field)]);
  return requireFields(Object.fromEntries(labels), values);
};

/** The properties of a field's input: its name from the definition, its value and its error from the form. */
export const inputsOf =
  <C extends Collection>({ fields }: C, { state, change }: ItemEditor) =>
  (key: FieldOf<C>) => ({
    label: labelOf(key, fields[key]),
    required: fields[key]?.required ?? false,
    value: String(state.values[key] ?? ''),
    onChange: (value: string) => change({ [key]: value }),
    error: state.errors[key],
  });
