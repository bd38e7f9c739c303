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

/** Every field that a person may write and that is not the same in both. */
export const changesBetween = (
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

/** A version of an item: its author, and its changes against the version before. */
export interface HistoryEntry {
  version: number;
  madeBy: string | null;
  madeAt: string;
  changes: FieldChange[];
  /** Under which it is stored; null for the current version, and for none else. */
  revisionId: number | null;
}

/**
 * The versions, newest first. A revision holds an item as it was before a change, so that the author of a version is
 * told by the revision before it; of the first one only its creation is known.
 */
export const historyOf = (
  collection: Collection,
  current: AnyItem,
  revisions: readonly Revision[],
): HistoryEntry[] => {
  const states = [
    { version: current.version, data: current, revisionId: null },
    ...revisions.map(({ id, version, data }) => ({ version, data, revisionId: id })),
  ];
  return states.map(({ version, data, revisionId }, index) => {
    const earlier = revisions[index];
    return {
      version,
      revisionId,
      madeBy: earlier?.userEmail ?? null,
      madeAt: earlier?.createdAt ?? current.createdAt,
      changes: earlier ? changesBetween(collection, earlier.data, data) : [],
    };
  });
};
