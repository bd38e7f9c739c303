import type { CollectionName, DetailResponse } from '#client/api-calls.ts';
import { type Ask, createApiClient, orIfMissing } from '#client/api-client.ts';
import { invalid } from '#platform/errors.ts';
import { slugify } from '#platform/text/slugify.ts';

const NEAREST = 5;

const slugIn = (path: string): string => decodeURIComponent(path.split('/').at(-1) ?? '');

/** The API as an anonymous visitor reads it: a tool has no other way to the content. */
export const createReads = (reach: Ask, siteUrl: string) => {
  const { get, item, cardsOf } = createApiClient(reach, (response) => response.json());
  const readItem = <Name extends CollectionName>(name: Name, slug: string) =>
    orIfMissing(item(name, slug), null);

  return {
    siteUrl,
    get,
    cardsOf,

    /** An item by its slug or its name; the problem of an unknown one names the nearest. */
    async find<Name extends 'vendors' | 'features' | 'glossary'>(
      name: Name,
      asked: string,
      field: string,
    ): Promise<DetailResponse<Name>> {
      const slug = slugify(asked);
      // A number would be read as an id, which is no name.
      const named = /^\d*$/.test(slug) ? null : await readItem(name, slug);
      if (named) return named;
      const words = asked.replaceAll('-', ' ');
      const { groups } = await get('/api/search', { q: words, kind: name, limit: NEAREST });
      const hits = groups.flatMap(({ items }) => items);
      const same = hits.find(({ title }) => title.toLowerCase() === asked.trim().toLowerCase());
      const found = same ? await readItem(name, slugIn(same.path)) : null;
      if (found) return found;
      const nearest = hits.map(({ title, path }) => `${title} (${slugIn(path)})`).join(', ');
      throw invalid({
        [field]: `Nothing here is called '${asked}'. ${nearest ? `Nearest: ${nearest}` : 'Call search to find its name'}`,
      });
    },
  };
};

export type Reads = ReturnType<typeof createReads>;
