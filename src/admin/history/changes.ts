import { formFieldsOf, isSame } from '#admin/editor/form-values.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';

export type Revision = Omit<ResponseOf<'get', '/api/trash'>[number], 'userId' | 'restoredAt'>;

/** Every field that a person may write and that is not the same in both. */
export const changesBetween = (
  collection: Collection,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
) =>
  formFieldsOf(collection)
    .filter(([key]) => !isSame(before[key], after[key]))
    .map(([key, field]) => ({
      key,
      label: labelOf(key, field),
      field,
      before: before[key],
      after: after[key],
    }));

export type FieldChange = ReturnType<typeof changesBetween>[number];

/**
 * The versions, newest first. A revision holds an item as it was before a change, so that the author of a version is
 * told by the revision before it; of the first one only its creation is known.
 */
export const historyOf = (
  collection: Collection,
  current: AnyItem,
  revisions: readonly Revision[],
) => {
  const states = [
    { version: current.version, data: current, revisionId: null },
    ...revisions.map(({ id, version, data }) => ({ version, data, revisionId: id })),
  ];
  return states.map(({ version, data, revisionId }, index) => {
    const earlier = revisions[index];
    return {
      version,
      /** Under which it is stored; null for the current version, and for none else. */
      revisionId,
      madeBy: earlier?.userEmail ?? null,
      madeAt: earlier?.createdAt ?? current.createdAt,
      changes: earlier ? changesBetween(collection, earlier.data, data) : [],
    };
  });
};

/** A version of an item: its author, and its changes against the version before. */
export type HistoryEntry = ReturnType<typeof historyOf>[number];
