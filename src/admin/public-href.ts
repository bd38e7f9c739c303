import { type AnyItem, type Collection, publicPathOf, slugFieldOf } from '#kit/collection.ts';

/** Where an item stands on the site; a draft opens there as a preview for signed-in users. */
export const publicHref = (collection: Collection, item: AnyItem): string | null => {
  const slugField = slugFieldOf(collection);
  if (collection.publicPath === undefined || !slugField) return null;
  return publicPathOf(collection, String(item[slugField]));
};
