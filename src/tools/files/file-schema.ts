import { type Collection, fieldEntries } from '#kit/collection.ts';
import { createSchema } from '#kit/validators.ts';
import { isoDate } from '#platform/text-rules.ts';

/** A content file also holds server-written fields and both timestamps. */
export const fileSchema = (collection: Collection) =>
  createSchema(
    collection,
    fieldEntries(collection).filter(([, field]) => !field.derived),
  ).extend({ createdAt: isoDate.optional(), updatedAt: isoDate.optional() });
