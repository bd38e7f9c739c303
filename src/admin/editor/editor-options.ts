import type { FieldErrors } from '#admin/api/problems.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import type { ToastInput } from '#ui/toast/toast-store.ts';
import type { FormOf, StoredOf } from './form-types.ts';

export interface SaveTexts {
  created: string;
  updated: string;
  failedToCreate: (message: string) => string;
  failedToUpdate: (message: string) => string;
  /** The notice of a success, where 'Success' is not its title; null for none. */
  notice?: (done: string, saved: AnyItem) => ToastInput | null;
}

/** The spec's texts for generic items. */
export const itemTexts = (collection: Collection): SaveTexts => ({
  created: `${collection.label.one} created successfully`,
  updated: `${collection.label.one} updated successfully`,
  failedToCreate: () => 'Failed to create item',
  failedToUpdate: (message) => `Failed to update item: ${message}`,
});

export interface ItemEditorOptions<C extends Collection = Collection> {
  collection: C;
  /** The stored item; null makes a new one. */
  item: StoredOf<C> | null;
  /** Called after a save that was to be the last. */
  onClose: () => void;
  onSaved?: ((item: AnyItem) => void) | undefined;
  /** Values of a new item, besides the definition's defaults. */
  start?: FormOf<C> | undefined;
  texts?: SaveTexts | undefined;
  /** The spec's client-side checks, by field. */
  check?: ((values: FormOf<C>) => FieldErrors) | undefined;
  /** Last changes to the body. */
  prepare?: (body: Record<string, unknown>) => Record<string, unknown>;
  /** Whether text that was left behind belongs to this form, where several new ones of a type can be open. */
  ownsDraft?: (values: FormOf<C>) => boolean;
  /** Fields derived from a change of a new item, e.g. the slug from the title. */
  derive?: ((collection: C, before: FormOf<C>, patch: FormOf<C>) => FormOf<C>) | undefined;
}
