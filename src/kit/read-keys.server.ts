import { isDeepStrictEqual } from 'node:util';
import { type AnyItem, type Collection, slugFieldOf } from './collection.ts';
import { isPublic } from './is-public.ts';

type Versions = Record<'before' | 'after', AnyItem | null>;

/** The changed keys, in every form in which a read may name them. */
export const changedKeys = (collection: Collection, { before, after }: Versions): string[] => {
  const { name } = collection;
  const slugField = slugFieldOf(collection) ?? 'id';
  const items = [before, after].flatMap((item) => item ?? []);
  const fields =
    before && after
      ? Object.keys(after).filter((key) => !isDeepStrictEqual(before[key], after[key]))
      : ['id'];
  return [
    name,
    ...items.flatMap((item) => [`${name}/${item.id}`, `${name}/${String(item[slugField])}`]),
    ...fields.map((field) => `${name}.${field}`),
  ];
};

/** Whether readers find the same items at the same addresses after a write: nothing appeared, moved or was withdrawn. */
export const isSoftChange = (collection: Collection, { before, after }: Versions): boolean => {
  const isSeen = isPublic(collection, after);
  if (isPublic(collection, before) !== isSeen) return false;
  const slugField = slugFieldOf(collection);
  return !isSeen || !slugField || before?.[slugField] === after?.[slugField];
};
