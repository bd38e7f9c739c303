import { and, eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod';
import { hrefTo } from '#client/href-to.ts';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { namedItem } from '#content/shared/coverage/coverage-schema.ts';
import { documentOf } from '#kit/document.ts';
import { refersToVisible, visibilityOf } from '#kit/read.server.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { PageList } from '#modules/discovery/places.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { keyParam } from '#platform/http/params.ts';
import { alternativeIds, hasAlternatives, readSimilarityIndex } from '../related-vendors.server.ts';
import { type Vendor, vendors } from '../vendors.collection.ts';
import { ENOUGH_ALTERNATIVES } from './enough.ts';

const MOST = 10;

const table = tableOf(vendors);
const evidence = tableOf(coverage);
const feature = tableOf(features);

const isDocumented = and(
  eq(evidence.level, 'documented'),
  refersToVisible(features, evidence.featureId),
);

type Choice = Vendor['alternativeChoices'][number];

/** The desk's choices whose vendors a reader can open, with the vendors' ids. */
const openChoices = async (db: Executor, choices: readonly Choice[]) => {
  if (choices.length === 0) return [];
  const slugs = choices.map(({ vendor }) => vendor);
  const rows = await db
    .select({ id: table.id, slug: table.slug, name: table.name })
    .from(table)
    .where(and(visibilityOf(vendors), inArray(table.slug, slugs)));
  return choices.flatMap(({ vendor, choice, reason }) => {
    const found = rows.find(({ slug }) => slug === vendor);
    return found ? [{ ...found, choice, reason }] : [];
  });
};

/** Each vendor's documented features, in the order of their names. */
const documentedBy = async (db: Executor, ids: readonly number[]) => {
  const rows = await db
    .select({
      vendorId: evidence.vendorId,
      slug: feature.slug,
      name: feature.name,
      checkedOn: evidence.checkedOn,
    })
    .from(evidence)
    .innerJoin(feature, eq(feature.id, evidence.featureId))
    .where(and(inArray(evidence.vendorId, [...ids]), isDocumented))
    .orderBy(sql`lower(${feature.name})`);
  const of = Map.groupBy(rows, ({ vendorId }) => vendorId);
  return {
    asOf:
      rows
        .map(({ checkedOn }) => checkedOn)
        .toSorted()
        .at(-1)
        ?.slice(0, 10) ?? null,
    featuresOf: (id: number) => (of.get(id) ?? []).map(({ slug, name }) => ({ slug, name })),
  };
};

const findAlternatives = async (db: Executor, vendor: Vendor) => {
  const choices = await openChoices(db, vendor.alternativeChoices ?? []);
  const pinned = choices.filter(({ id, choice }) => choice === 'pin' && id !== vendor.id);
  const excluded = choices.filter(({ choice }) => choice === 'exclude');
  const ranked = alternativeIds(await readSimilarityIndex(db), vendor, {
    count: MOST,
    leftOut: choices.map(({ id }) => id),
  });
  const ids = [...pinned.map(({ id }) => id), ...ranked].slice(0, MOST);
  const { asOf, featuresOf } = await documentedBy(db, [vendor.id, ...ids]);
  const own = featuresOf(vendor.id);
  const [rows, ownSlugs] = [await listNames(db, ids), new Set(own.map(({ slug }) => slug))];
  const alternatives = ids.flatMap((id) => {
    const found = rows.find((row) => row.id === id);
    if (!found) return [];
    const theirs = featuresOf(id);
    const theirSlugs = new Set(theirs.map(({ slug }) => slug));
    return [
      {
        vendor: { slug: found.slug, name: found.name },
        description: found.description,
        markets: found.markets.filter((market) => vendor.markets.includes(market)),
        shares: theirs.filter(({ slug }) => ownSlugs.has(slug)),
        lacks: own.filter(({ slug }) => !theirSlugs.has(slug)),
        adds: theirs.filter(({ slug }) => !ownSlugs.has(slug)),
        reason: pinned.find((choice) => choice.id === id)?.reason ?? null,
      },
    ];
  });
  return {
    vendor: { slug: vendor.slug, name: vendor.name },
    documented: own.length,
    asOf,
    alternatives,
    excluded: excluded.map(({ slug, name, reason }) => ({ vendor: { slug, name }, reason })),
  };
};

const listNames = (db: Executor, ids: readonly number[]) => {
  if (ids.length === 0) return [];
  const { id, slug, name, description, markets } = table;
  return db
    .select({ id, slug, name, description, markets })
    .from(table)
    .where(inArray(table.id, [...ids]));
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

export const mountAlternatives = (
  api: Api,
  { db, readerOf }: { db: Database; readerOf: ReaderOf },
) => {
  const getAlternativesCall = endpoint(api, {
    method: 'get',
    id: 'getVendorAlternatives',
    path: '/api/vendors/{id}/alternatives',
    tag: documentOf(vendors).tag,
    summary: 'At most ten other vendors, by the documented features that they share',
    access: 'public',
    params: keyParam,
    response: alternatives,
    failures: { 404: 'No such vendor' },
    handle: async ({ params, viewer }) => {
      const vendor = await readerOf(vendors).byKey(viewer, params.id);
      if (!vendor) throw notFound('Vendor');
      return findAlternatives(db, vendor);
    },
  });
  return [getAlternativesCall];
};
