import { type Collection, slugFieldOf } from '#kit/collection.ts';
import { slugify } from '#platform/text/slugify.ts';
import type { FormValues } from './form-types.ts';

/** A new item's slug follows its title until it is edited by hand; an existing address never changes by itself. */
export const withAutoSlug = (
  collection: Collection,
  before: FormValues,
  patch: FormValues,
): FormValues => {
  const slugField = slugFieldOf(collection);
  const title = patch[collection.title];
  if (!slugField || typeof title !== 'string' || slugField in patch) return patch;
  const follows = before[slugField] === slugify(String(before[collection.title] ?? ''));
  return follows ? { ...patch, [slugField]: slugify(title) } : patch;
};
