import { type AnyItem, type Collection, publicPathOf, slugFieldOf } from './collection.ts';
import { isPublic } from './is-public.ts';

type Versions = Record<'before' | 'after', AnyItem | null>;

/** What a write is to readers: which addresses show another thing at once, and whether something was withdrawn or moved. */
export const siteChangeOf = (collection: Collection, { before, after }: Versions) => {
  const { name, publicPath } = collection;
  const slugField = slugFieldOf(collection) ?? 'id';
  const addressesOf = (item: AnyItem) => {
    const slug = String(item[slugField]);
    const own = [`/${name}/${item.id}`, `/${name}/${slug}`];
    return publicPath === undefined ? own : [...own, publicPathOf(collection, slug)];
  };
  const isMoved = before?.[slugField] !== after?.[slugField];
  return {
    isHard: isPublic(collection, before) && (!isPublic(collection, after) || isMoved),
    paths: [before, after].flatMap((item) => (item ? addressesOf(item) : [])),
  };
};
