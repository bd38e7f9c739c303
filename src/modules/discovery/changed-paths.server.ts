import type { AppParts } from '#kit/app-parts.server.ts';
import { type AnyItem, type Collection, fieldEntries, slugFieldOf } from '#kit/collection.ts';
import type { TypeSite } from '#site/type-site.ts';
import { canonicalPathOf, placesOf } from './places.server.ts';

export interface ChangedKeys {
  keys: readonly string[];
  /** Everything stayed at its address; else something appeared, moved or was withdrawn. */
  isSoft: boolean;
}

/** A redirect names the address that it leads away from, and its id besides. */
const MOVED = /^redirects(\/(?!\d+$).+)$/;

const slugOf = (collection: Collection, item: AnyItem) =>
  String(item[slugFieldOf(collection) ?? 'slug']);

/** Finds the public pages behind changed keys: those of items, and those that an item without a page refers to. */
export const createPathFinder = (
  { content }: Pick<AppParts, 'content'>,
  sites: readonly TypeSite[],
) => {
  const places = new Map(placesOf({ content }).map((place) => [place.name, place]));

  /** A draft has no address that anybody may hear of; one that was withdrawn had. */
  const pathOfItem = async (place: Collection, slug: string, wasPublic: boolean) => {
    const isPublic = (await content.partsOf(place.name).reader.bySlug(null, slug)) !== null;
    return isPublic || wasPublic ? [canonicalPathOf(place, slug, sites)] : [];
  };

  const pathsOfEnds = async (collection: Collection, id: number) => {
    const item: AnyItem | null = await content.partsOf(collection.name).reader.byId(null, id);
    const paths: string[] = [];
    for (const [key, { kind, to = '' }] of item ? fieldEntries(collection) : []) {
      const [place, end] = [places.get(to), Number(item?.[key])];
      if (kind !== 'reference' || !place || !end) continue;
      const found: AnyItem | null = await content.partsOf(to).reader.byId(null, end);
      if (found) paths.push(canonicalPathOf(place, slugOf(place, found), sites));
    }
    return paths;
  };

  return async ({ keys, isSoft }: ChangedKeys): Promise<string[]> => {
    const named = keys.flatMap((key) => {
      const [, name = '', word = ''] = /^([\w-]+)\/([^/]+)$/.exec(key) ?? [];
      return name === '' ? [] : [{ name, word, isId: /^\d+$/.test(word) }];
    });
    const slugs = Map.groupBy(
      named.filter(({ isId }) => !isId),
      ({ name }) => name,
    );
    const paths = keys.flatMap((key) => MOVED.exec(key)?.[1] ?? []);
    // One after the other: an import may name thousands, and visitors need the database too.
    for (const { name, word, isId } of named) {
      const place = places.get(name);
      // With one address alone, an item that appeared or went away was public before or is so now.
      const wasPublic = !isSoft && slugs.get(name)?.length === 1;
      const collection = content.registry.find((one) => one.name === name);
      if (place && !isId) paths.push(...(await pathOfItem(place, word, wasPublic)));
      else if (!place && isId && collection)
        paths.push(...(await pathsOfEnds(collection, Number(word))));
    }
    return paths;
  };
};
