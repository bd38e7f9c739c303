import { isDeepStrictEqual } from 'node:util';
import { noteRead } from '#platform/changes.server.ts';
import { type AnyItem, type Collection, type FieldOf, slugFieldOf } from './collection.ts';

/** Which items an anonymous visitor sees, and what these fields say in all of them: 'vendors.id', 'vendors.name'. */
export const fieldKeys = <C extends Collection>(
  { name, visible }: C,
  fields: readonly FieldOf<C>[] = [],
): string[] =>
  [...new Set(['id', ...(visible ? [visible.field, visible.from ?? 'id'] : []), ...fields])].map(
    (field) => `${name}.${field}`,
  );

/** For a read that looks at a few fields of many items: no other change of an item touches it. */
export const noteFields = <C extends Collection>(collection: C, fields: readonly FieldOf<C>[]) =>
  noteRead(...fieldKeys(collection, fields));

/** What a write changed, in every form in which a read may name it. */
export const changedKeys = (
  collection: Collection,
  before: AnyItem | null,
  after: AnyItem | null,
): string[] => {
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
