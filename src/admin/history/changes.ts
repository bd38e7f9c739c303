import { formFieldsOf, isSame } from '#admin/editor/form-values.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { type Field, labelOf } from '#kit/fields.ts';

export interface Revision {
  id: number;
  itemId: number;
  collection: string;
  version: number;
  action: 'update' | 'delete';
  title: string;
  data: Record<string, unknown>;
  userEmail: string | null;
  createdAt: string;
}

export interface FieldChange {
  key: string;
  label: string;
  field: Field;
  before: unknown;
  after: unknown;
}

const changesBetween = (
  collection: Collection,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): FieldChange[] =>
  formFieldsOf(collection)
    .filter(([key]) => !isSame(before[key], after[key]))
    .map(([key, field]) => ({
      key,
      label: labelOf(key, field),
      field,
      before: before[key],
      after: after[key],
    }));

export interface HistoryEntry {
  revision: Revision;
  /** The version that this change made. */
  version: number;
  changes: FieldChange[];
}

/**
 * Who changed what, newest first. A revision holds the item as it was before somebody's change; what the change did
 * shows against the next newer state.
 */
export const historyOf = (
  collection: Collection,
  current: AnyItem,
  revisions: readonly Revision[],
): HistoryEntry[] =>
  revisions.map((revision, index) => ({
    revision,
    version: revision.version + 1,
    changes: changesBetween(
      collection,
      revision.data,
      index === 0 ? current : (revisions[index - 1]?.data ?? current),
    ),
  }));
