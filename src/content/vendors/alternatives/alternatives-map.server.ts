import { hrefTo } from '#client/href-to.ts';
import { visibilityOf } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { MorePages } from '#modules/discovery/sitemap.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { hasAlternatives, readSimilarityIndex } from '../related-vendors.server.ts';
import { vendors } from '../vendors.collection.ts';
import { ENOUGH_ALTERNATIVES } from './enough.ts';

const { id, slug, updatedAt, alternativeChoices } = tableOf(vendors);

/** The vendors whose page of alternatives a search engine may keep. */
const listMapped = async (db: Database) => {
  const similarityIndex = await readSimilarityIndex(db);
  const rows = await db
    .select({ id, slug, lastmod: updatedAt, choices: alternativeChoices })
    .from(tableOf(vendors))
    .where(visibilityOf(vendors))
    .orderBy(id);
  const idOf = new Map(rows.map((row) => [row.slug, row.id]));
  return rows.filter((row) => {
    const chosen = row.choices.flatMap(({ vendor, choice }) => {
      const chosenId = idOf.get(vendor);
      return chosenId === undefined || chosenId === row.id ? [] : [{ id: chosenId, choice }];
    });
    const pinned = chosen.filter(({ choice }) => choice === 'pin');
    return hasAlternatives(similarityIndex, row, {
      count: ENOUGH_ALTERNATIVES - pinned.length,
      leftOut: chosen.map((one) => one.id),
    });
  });
};

/** The pages of alternatives in the sitemap. */
export const createAlternativesMap = (db: Database): MorePages => ({
  name: 'alternatives',
  async chunks(size) {
    const mapped = await listMapped(db);
    return Array.from({ length: Math.ceil(mapped.length / size) }, (_, at) => {
      const timestamps = mapped.slice(at * size, (at + 1) * size).map(({ lastmod }) => lastmod);
      return { number: at + 1, lastmod: timestamps.reduce((a, b) => (a > b ? a : b)) };
    });
  },
  async addresses(number, size) {
    const mapped = await listMapped(db);
    return mapped.slice((number - 1) * size, number * size).map(({ slug, lastmod }) => ({
      path: hrefTo('/vendors/$slug/alternatives', { slug }),
      lastmod,
    }));
  },
});
