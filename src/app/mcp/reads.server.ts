import type { CollectionName, DetailResponse } from '#client/api-calls.ts';
import { type Ask, createApiClient, orIfMissing } from '#client/api-client.ts';
import { invalid } from '#platform/errors.ts';
import { slugify } from '#platform/text/slugify.ts';

const NEAREST = 5;
const ABBREVIATION = /^[a-z]{2,5}$/;

const slugIn = (path: string): string => decodeURIComponent(path.split('/').at(-1) ?? '');
const wordsOf = (text: string): string[] => slugify(text).split('-').filter(Boolean);

/** Whether somebody who asks for this means that name: 'bill pay' is Bill Payment, 'sso' is Single Sign-On. */
const isCalled = (asked: string, name: string): boolean => {
  const words = wordsOf(asked);
  const own = wordsOf(name);
  const initials = own.map((word) => word[0]).join('');
  if (words.length === 1 && ABBREVIATION.test(words[0] ?? '') && initials.includes(words[0] ?? ''))
    return true;
  const isPart = (word: string) =>
    own.some((one) => one.startsWith(word) || [`${one}s`, `${one}es`].includes(word));
  return words.join('') === own.join('') || (words.length > 0 && words.every(isPart));
};

/** The API as an anonymous visitor reads it: a tool has no other way to the content. */
export const createReads = (reach: Ask, siteUrl: string) => {
  const { get, item } = createApiClient(reach, (response) => response.json());
  const readItem = <Name extends CollectionName>(name: Name, slug: string) =>
    orIfMissing(item(name, slug), null);

  return {
    siteUrl,
    get,

    /** An item by its slug or by what the site's search takes for its name; the problem of an unknown one names the nearest. */
    async find<Name extends 'vendors' | 'features' | 'glossary'>(
      name: Name,
      asked: string,
      field: string,
    ): Promise<DetailResponse<Name>> {
      const slug = slugify(asked);
      // A number would be read as an id, which is no name.
      const exact = /^\d*$/.test(slug) ? null : await readItem(name, slug);
      if (exact) return exact;
      const q = asked.replaceAll('-', ' ');
      const { groups, corrected } = await get('/api/search', { q, kind: name, limit: NEAREST });
      const hits = groups.flatMap(({ items }) => items);
      const called = hits.find(({ title }) => isCalled(corrected ?? asked, title));
      const found = called ? await readItem(name, slugIn(called.path)) : null;
      if (found) return found;
      const nearest = hits.map(({ title, path }) => `${title} (${slugIn(path)})`).join(', ');
      const advice = nearest ? `Nearest: ${nearest}` : 'Call search to find its name';
      throw invalid({ [field]: `Nothing here is called '${asked}'. ${advice}` });
    },
  };
};

export type Reads = ReturnType<typeof createReads>;
