import { and, eq, inArray, sql } from 'drizzle-orm';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { refersToVisible, visibilityOf } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { alternativeIds, readSimilarityIndex } from '../related-vendors.server.ts';
import { type Vendor, vendors } from '../vendors.collection.ts';

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

export const findAlternatives = async (db: Executor, vendor: Vendor) => {
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
