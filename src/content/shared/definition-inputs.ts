import type { FormOf } from '#admin/editor/form-types.ts';
import { type Collection, fieldEntries } from '#kit/collection.ts';
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
