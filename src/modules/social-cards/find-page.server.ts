import { splitsOf } from '#content/comparisons/pairs.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { AREAS, HOME } from '#modules/discovery/areas.ts';
import { headlineOf, placesOf } from '#modules/discovery/places.server.ts';
import type { AppParts } from '#platform/app.server.ts';

export interface FoundPage {
  kind: string;
  title: string;
}

/** What a visitor finds at a path, as a card says it; null where a stranger finds nothing. */
export const createPageFinder = (parts: AppParts) => {
  const places = placesOf(parts);
  const fixed = new Map([
    ['/home', { kind: HOME.kind, title: HOME.title }],
    ...AREAS.map(({ path, kind, title }) => [path, { kind, title }] as const),
  ]);

  const findItem = async (folder: string, slug: string): Promise<FoundPage | null> => {
    for (const place of places) {
      if (place.publicPath !== folder) continue;
      const item = await parts.content.partsOf(place.name).reader.bySlug(null, slug);
      if (!item) continue;
      // Pages below the root carry no type that a reader would name.
      const kind = folder === '' ? 'Guide' : place.label.one;
      return { kind, title: headlineOf(place, item) };
    }
    return null;
  };

  const findPair = async (pair: string): Promise<FoundPage | null> => {
    const { reader } = parts.content.partsOf(vendors.name);
    for (const [slugA, slugB] of splitsOf(pair)) {
      if (slugA === slugB) continue;
      const [a, b] = [await reader.bySlug(null, slugA), await reader.bySlug(null, slugB)];
      if (a && b) return { kind: 'Comparison', title: `${a.name} vs ${b.name}` };
    }
    return null;
  };

  return async (folder: string, name: string): Promise<FoundPage | null> => {
    if (folder === '/compare') return findPair(name);
    return fixed.get(`${folder}/${name}`) ?? findItem(folder, name);
  };
};
