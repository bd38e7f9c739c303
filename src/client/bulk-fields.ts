import { type Collection, fieldEntries, slugFieldOf, uniqueSetsOf } from '#kit/collection.ts';
import type { Field } from '#kit/fields.ts';

/** Fields that many items may be given at once: neither their names, their addresses nor their texts. */
export const bulkFieldsOf = (collection: Collection): [string, Field][] => {
  const own = [collection.title, collection.visible?.field, slugFieldOf(collection)];
  const single = new Set([...own, ...uniqueSetsOf(collection).flat()]);
  return fieldEntries(collection).filter(
    ([key, { kind, server, derived }]) =>
      !single.has(key) && !server && !derived && kind !== 'markdown' && kind !== 'json',
  );
};
