import { type AnyItem, type Collection, fieldEntries } from '#kit/collection.ts';
import { type Field, labelOf } from '#kit/fields.ts';

/** An address in a text, with parentheses only where they are closed again. */
const ADDRESS = /https?:\/\/(?:[^\s<>"'`\\[\]{}|()]|\([^\s<>"'`\\[\]{}|()]*\))+/gi;
/** Punctuation and emphasis marks belong to the text. */
const TRAILING = /[.,;:!?*_~]+$/;
/** Longer ones are not stored by any field, and no index takes them. */
const MAX_ADDRESS = 1000;

/** A picture is no link: it is loaded and shown, or it is not. */
const holdsLinks = ({ kind, picture, image, server }: Field) =>
  !picture && !image && !server && ['text', 'markdown', 'link', 'json', 'list'].includes(kind);

const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((part) => mapTexts(part, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, mapTexts(part, change)]),
  );
};

const mapAddresses = (value: unknown, change: (address: string) => string): unknown =>
  mapTexts(value, (text) =>
    text.replace(ADDRESS, (found) => {
      const address = found.replace(TRAILING, '');
      return change(address) + found.slice(address.length);
    }),
  );

export interface FoundLink {
  field: string;
  url: string;
}

/** Every address outside that an item names, a line for each field and address. */
export const findLinks = (
  collection: Collection,
  item: AnyItem | null,
  ownHost: string,
): FoundLink[] => {
  if (!item) return [];
  return fieldEntries(collection).flatMap(([field, definition]) => {
    if (!holdsLinks(definition)) return [];
    const found = new Set<string>();
    mapAddresses(item[field], (address) => {
      const isOutside = URL.canParse(address) && new URL(address).host !== ownHost;
      if (isOutside && address.length <= MAX_ADDRESS) found.add(address);
      return address;
    });
    return [...found].map((url) => ({ field, url }));
  });
};

/** A path of this site as the target of a Markdown link; a whole value may be one, too. */
const INNER_TARGET = /(?<=\]\()\/(?!\/)[^\s)#?]*/g;
const INNER_VALUE = /^\/(?!\/)\S*$/;

const CARD = /^[ \t>]*:::([a-z]{2,20})[ \t]+([a-z\d][a-z\d-]*)[ \t]*$/gm;

/** The pages of the items whose cards a text shows. */
const cardPathsIn = (text: string, registry: readonly Collection[]): string[] =>
  Array.from(text.matchAll(CARD)).flatMap(([, word, slug]) => {
    const type = registry.find(({ inText }) => inText === word);
    return type ? [`${type.publicPath}/${slug}`] : [];
  });

/** Every path of this site that an item links to, a line for each field and path. */
export const findInnerLinks = (
  collection: Collection,
  item: AnyItem,
  registry: readonly Collection[],
) =>
  fieldEntries(collection).flatMap(([field, definition]) => {
    if (!holdsLinks(definition)) return [];
    const found = new Set<string>();
    mapTexts(item[field], (text) => {
      const paths = INNER_VALUE.test(text)
        ? [text]
        : [...(text.match(INNER_TARGET) ?? []), ...cardPathsIn(text, registry)];
      for (const path of paths) found.add(path);
      return text;
    });
    return [...found].map((path) => ({ field, label: labelOf(field, definition), path }));
  });

/** The fields of an item that change when one address is put in the place of another. */
export const replaceLink = (
  collection: Collection,
  item: AnyItem,
  { from, to }: { from: string; to: string },
): Record<string, unknown> => {
  const changed: Record<string, unknown> = {};
  for (const [field, definition] of fieldEntries(collection)) {
    if (!holdsLinks(definition)) continue;
    let isFound = false;
    const value = mapAddresses(item[field], (address) => {
      isFound ||= address === from;
      return address === from ? to : address;
    });
    if (isFound) changed[field] = value;
  }
  return changed;
};
