import type { Tag } from '#platform/http/operation.server.ts';
import { type Collection, fieldEntries } from './collection.ts';
import { labelOf } from './fields.ts';

/** "Buyer's Guide" as a name in code: BuyersGuide. */
const asName = (label: string) =>
  label
    .replace(/['’]/g, '')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}`)
    .join('');

const tagOf = ({ label, publicPath, signedInOnly }: Collection): Tag => {
  const pages = publicPath === undefined ? '' : `, with pages at ${publicPath}/{slug}`;
  const readers = signedInOnly === 'all' ? 'For editors only' : `Published ones are public${pages}`;
  return {
    name: label.many,
    description: `Lists, items and history of ${label.many}. ${readers}.`,
  };
};

/** A request body and the item it makes. */
const examplesOf = (collection: Collection) => {
  const { example } = collection;
  if (!example) return undefined;
  const timestamp = '2025-01-15T09:30:00.000Z';
  const empty = fieldEntries(collection).map(([key, field]) => [key, field.default ?? null]);
  const base = { id: 1, version: 1, createdAt: timestamp, updatedAt: timestamp };
  return { body: example, item: { ...base, ...Object.fromEntries(empty), ...example } };
};

export const documentOf = (collection: Collection) => ({
  /** Of its schemas and calls: `Vendor` and `Vendors`. */
  names: { one: asName(collection.label.one), many: asName(collection.label.many) },
  label: (key: string) => labelOf(key, collection.fields[key]),
  tag: tagOf(collection),
  examples: examplesOf(collection),
});
