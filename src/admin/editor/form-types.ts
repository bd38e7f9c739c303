import type { Collection, FieldOf, ItemBase } from '#kit/collection.ts';

/**
 * What a form holds, by the fields of its type. The values have the shapes of the inputs (form-values.ts), except where
 * they come from a text that was left behind: whoever reads one looks at what it is.
 */
export type FormOf<C extends Collection> = { [Key in FieldOf<C>]?: unknown };

export type ChangeForm<C extends Collection> = (patch: FormOf<C>) => void;

/** By field: what it is called, or what is wrong with it. */
export type TextsOf<C extends Collection> = { [Key in FieldOf<C>]?: string };

/** The item that a form was opened with. */
export type StoredOf<C extends Collection> = ItemBase & FormOf<C>;

/** For code that knows no type by name. */
export type FormValues = FormOf<Collection>;
export type ChangeValues = ChangeForm<Collection>;
