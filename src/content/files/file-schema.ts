import { type Collection, fieldEntries } from '#kit/collection.ts';
import { createSchema } from '#kit/validators.ts';
import { isoDate } from '#platform/text-rules.ts';

/** What a file of content may say: also what only the server writes, and when. */
export const fileSchema = (collection: Collection) =>
  createSchema(
    collection,
    fieldEntries(collection).filter(([, field]) => !field.derived),
  ).extend({ createdAt: isoDate.optional(), updatedAt: isoDate.optional() });
