import type { FieldErrors } from '#admin/api/problems.ts';
import type { SaveTarget } from '#admin/drafts/draft-calls.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import type { ToastInput } from '#ui/toast/toast-store.ts';
import type { FormOf, FormValues, StoredOf } from './form-types.ts';

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
  /** What else follows from a successful save. */
  onSaved?: (item: AnyItem) => void;
  /** What a new item starts with, besides the definition's defaults. */
  start?: FormOf<C>;
  texts?: SaveTexts;
  /** What the spec lets the client refuse, by field. */
  check?: (values: FormOf<C>) => FieldErrors;
  /** Last changes to what is sent. */
  prepare?: (body: Record<string, unknown>) => Record<string, unknown>;
  /** Whether text that was left behind belongs to this form, where several new ones of a type can be open. */
  ownsDraft?: (values: FormOf<C>) => boolean;
  /** What else follows from a change while something is created, e.g. the slug from the title. */
  derive?: (collection: C, before: FormOf<C>, patch: FormOf<C>) => FormOf<C>;
}

export interface SaveOptions {
  version: number | null;
  /** The text that the version is of. */
  over: SaveTarget;
  to: SaveTarget;
  /** The form stays open afterwards. */
  stays?: boolean;
  asNew?: boolean;
  /** More follows at once: nothing is said yet. */
  isStep?: boolean;
  /** The live version that was looked at: the draft stands on it from now on. */
  baseVersion?: number;
}

export interface Conflict {
  current: AnyItem;
  base: FormValues;
  mine: FormValues;
  /** What was refused: a save of either text, the publishing of the draft, or to go on with one over an older version. */
  of: SaveTarget | 'publish' | 'base';
  /** The form stays open afterwards. */
  stays?: boolean;
}
