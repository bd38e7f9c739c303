import type { FormOf } from '#admin/editor/form-types.ts';
import type { ItemEditor } from '#admin/editor/use-item-editor.ts';
import { type Collection, type FieldOf, fieldEntries } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';

const isBlank = (value: unknown) => String(value ?? '').trim() === '';

/** Errors of fields that the definition requires and a form lacks, spaces alone among them; a required list may be empty. */
export const missingIn = <C extends Collection>(
  collection: C,
  values: FormOf<C>,
): Record<string, string> =>
  Object.fromEntries(
    fieldEntries(collection)
      .filter(([key, { required, kind }]) => required && kind !== 'json' && isBlank(values[key]))
      .map(([key, field]) => [key, `${labelOf(key, field)} is required`]),
  );

/** The properties of a field's input: its name from the definition, its value and its error from the form. */
const inputsOf =
  <C extends Collection>({ fields }: C, { state, change }: ItemEditor) =>
  (key: FieldOf<C>) => ({
    label: labelOf(key, fields[key]),
    required: fields[key]?.required ?? false,
    value: String(state.values[key] ?? ''),
    onChange: (value: string) => change({ [key]: value }),
    error: state.errors[key],
  });
