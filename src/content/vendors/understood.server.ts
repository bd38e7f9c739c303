import { and, asc, inArray } from 'drizzle-orm';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { featuresNamed } from '#content/shared/features-named.ts';
import type { ListQuery } from '#kit/list-query.ts';
import type { Reader } from '#kit/reader.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Search } from '#modules/search/search.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { vendors } from './vendors.collection.ts';

const cell = tableOf(coverage);

/** More than any feature has; the list itself goes on by pages. */
const MAX_FOUND = 2000;

/**
 * Reads the directory's search box as the site's search does: misspelt names, features and synonyms. It finds named
 * vendors, then those that document the named features, then those that do so partly.
 */
export const createUnderstanding = (db: Database, search: Search) => async (q: string) => {
  const { names, typed, meant } = await search.understand(q);
  const reading = meant ?? typed;
  const named = reading.spans
    .flatMap(({ pages }) => pages)
    .filter(({ collection }) => collection === vendors.name);
  const features = named.length > 0 ? [] : featuresNamed(reading, names);
  const ids = features.map(({ id }) => id);
  const cells =
    ids.length > 0
      ? await db
          .select({ id: cell.vendorId })
          .from(cell)
          .where(and(inArray(cell.featureId, ids), inArray(cell.level, ['documented', 'partial'])))
          .orderBy(asc(cell.level), asc(cell.vendorId))
          .limit(MAX_FOUND)
      : [];
  const found = [...named.map(({ id }) => id), ...cells.flatMap(({ id }) => id ?? [])];
  return {
    found: [...new Set(found)],
    features: features.map(({ slug, title }) => ({ slug, name: title })),
  };
};

export type UnderstandVendors = ReturnType<typeof createUnderstanding>;

/** Adds understood items to a text search. */
export const withMeaning = (reader: Reader, understand: UnderstandVendors): Reader => {
  const meant = async (query: ListQuery): Promise<ListQuery> =>
    query.q?.trim() ? { ...query, found: (await understand(query.q)).found } : query;
  return {
    ...reader,
    list: async (query) => reader.list(await meant(query)),
    listCards: async (query) => reader.listCards(await meant(query)),
    count: async (query) => reader.count(await meant(query)),
  };
};
