import type { Collection, FieldOf, ItemBase } from '#kit/collection.ts';

/**
 * A form's values by field. They have the shapes of the inputs (form-values.ts), except in recovered unsaved text: code
 * that reads a value has to check its type.
 */
export type FormOf<C extends Collection> = { [Key in FieldOf<C>]?: unknown };

export type ChangeForm<C extends Collection> = (patch: FormOf<C>) => void;

/** Labels or errors by field. */
export type TextsOf<C extends Collection> = { [Key in FieldOf<C>]?: string };

/** The item that a form was opened with. */
export type StoredOf<C extends Collection> = ItemBase & FormOf<C>;

/** For code that knows no type by name. */
export type FormValues = FormOf<Collection>;
export type ChangeValues = ChangeForm<Collection>;

/** Where the text of a form goes: to the item that readers see, or to the draft over it. */
export type SaveTarget = 'live' | 'draft';

/** The text that stands in a form, as the calls that act on it name it: of the draft, or of the item without one (0). */
export interface Seen {
  version?: number | undefined;
  draftVersion: number | undefined;
}
