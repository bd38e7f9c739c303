import { and, eq, inArray } from 'drizzle-orm';
import * as z from 'zod';
import { hrefTo } from '#client/href-to.ts';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { groupFeatures } from '#content/shared/coverage/cells.server.ts';
import { namedItem } from '#content/shared/coverage/coverage-schema.ts';
import type { CallParts } from '#content/shared/find-vendor.server.ts';
import { documentOf } from '#kit/document.ts';
import { visibilityOf } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { PageList } from '#modules/discovery/places.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { orNotFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { keyParam } from '#platform/http/params.ts';
import { alternativeIds, hasAlternatives, readSimilarityIndex } from '../related-vendors.server.ts';
import { ENOUGH_ALTERNATIVES } from '../site.ts';
import { type Vendor, vendors } from '../vendors.collection.ts';

const MOST = 10;

/** The desk's choices whose vendors a reader can open. */
const openChoices = async ({ readerOf }: CallParts, { alternativeChoices }: Vendor) => {
  const found = await Promise.all(
    alternativeChoices.map(({ vendor }) => readerOf(vendors).bySlug(null, vendor)),
  );
  return alternativeChoices.flatMap(({ choice, reason }, at) => {
    const one = found[at];
    return one ? [{ id: one.id, vendor: nameOf(one), choice, reason }] : [];
  });
};

const nameOf = ({ slug, name }: Pick<Vendor, 'slug' | 'name'>) => ({ slug, name });

/** By feature, in the order of their names, which of the vendors document it and when that was checked. */
const documentedBy = async ({ db, readerOf }: CallParts, vendorIds: readonly number[]) => {
  const { vendorId, featureId, checkedOn, level } = tableOf(coverage);
  const cells = await db
    .select({ vendorId, featureId, checkedOn })
    .from(tableOf(coverage))
    .where(and(inArray(vendorId, [...vendorIds]), eq(level, 'documented')));
  const byFeature = Map.groupBy(cells, (cell) => cell.featureId);
  return (await groupFeatures(readerOf))
    .flatMap(({ features }) => features)
    .map(({ id, slug, name }) => ({
      slug,
      name,
      by: new Map(byFeature.get(id)?.map((cell) => [cell.vendorId, cell.checkedOn])),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
};

const findAlternatives = async (reads: CallParts, vendor: Vendor) => {
  const choices = await openChoices(reads, vendor);
  const pinned = choices.filter(({ id, choice }) => choice === 'pin' && id !== vendor.id);
  const ranked = alternativeIds(await readSimilarityIndex(reads.db), vendor, {
    count: MOST,
    leftOut: choices.map(({ id }) => id),
  });
  const ids = [...pinned.map(({ id }) => id), ...ranked].slice(0, MOST);
  const others = await reads.readerOf(vendors).byIds(null, ids);
  const rows = await documentedBy(reads, [vendor.id, ...others.map((other) => other.id)]);
  /** Features that the vendor documents or not, and the other likewise. */
  const featuresOf = (isOwn: boolean, isTheirs: boolean, other: number) =>
    rows
      .filter(({ by }) => by.has(vendor.id) === isOwn && by.has(other) === isTheirs)
      .map(({ slug, name }) => ({ slug, name }));
  const checks = rows.flatMap(({ by }) => [...by.values()]);
  return {
    vendor: nameOf(vendor),
    documented: featuresOf(true, true, vendor.id).length,
    asOf: checks.sort().at(-1)?.slice(0, 10) ?? null,
    alternatives: others.map((other) => ({
      vendor: nameOf(other),
      description: other.description,
      markets: other.markets.filter((market) => vendor.markets.includes(market)),
      shares: featuresOf(true, true, other.id),
      lacks: featuresOf(true, false, other.id),
      adds: featuresOf(false, true, other.id),
      reason: pinned.find(({ id }) => id === other.id)?.reason ?? null,
    })),
    excluded: choices
      .filter(({ choice }) => choice === 'exclude')
      .map((one) => ({ vendor: one.vendor, reason: one.reason })),
  };
};

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
export const createAlternativesMap = (db: Database): PageList => ({
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

const alternatives = z
  .object({
    vendor: namedItem,
    /** How many features evidence documents of the vendor itself. */
    documented: z.int(),
    /** The day of the newest check that the order rests on; null without evidence. */
    asOf: z.string().nullable(),
    alternatives: z.array(
      z.object({
        vendor: namedItem,
        description: z.string().nullable(),
        markets: z.array(z.string()),
        shares: z.array(namedItem),
        lacks: z.array(namedItem),
        adds: z.array(namedItem),
        /** Why the desk put it first; null where the rule did. */
        reason: z.string().nullable(),
      }),
    ),
    excluded: z.array(z.object({ vendor: namedItem, reason: z.string() })),
  })
  .meta({ id: 'Alternatives' });

export const mountAlternatives = (api: Api, reads: CallParts) => {
  const getAlternativesCall = endpoint(api, {
    method: 'get',
    id: 'getVendorAlternatives',
    path: '/api/vendors/{id}/alternatives',
    tag: documentOf(vendors).tag,
    summary: 'At most ten other vendors, by the documented features that they share',
    access: 'public',
    cacheable: true,
    params: keyParam,
    response: alternatives,
    failures: { 404: 'No such vendor' },
    handle: async ({ params, viewer }) => {
      const vendor = orNotFound(await reads.readerOf(vendors).byKey(viewer, params.id), 'Vendor');
      return findAlternatives(reads, vendor);
    },
  });
  return [getAlternativesCall];
};
