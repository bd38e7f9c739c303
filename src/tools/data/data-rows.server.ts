import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { HAND_WORDS } from '#content/shared/coverage/evidence-words.ts';
import { FIRST_RANK } from '#content/shared/coverage/first-rank.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { visibilityOf } from '#kit/read.server.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { RESOURCES, type ResourceName } from './data-resources.ts';

export type DataRow = Record<string, string | string[] | null>;

/** Rows held at once, however many there are: a batch blocks other requests for a few milliseconds. */
const BATCH = 500;

const vendor = tableOf(vendors);
const feature = tableOf(features);
const evidence = tableOf(coverage);

/** A row on a vendor and a feature is public where both are. */
const ofVendor = and(eq(vendor.id, evidence.vendorId), visibilityOf(vendors));
const ofFeature = and(eq(feature.id, evidence.featureId), visibilityOf(features));

const readItems = (name: 'vendors' | 'features') => (db: Executor, after: number) => {
  const collection = { vendors, features }[name];
  const table = tableOf(collection);
  const columns = Object.fromEntries(
    RESOURCES[name].fields.map((field) => [field.name, columnOf(collection, field.name)]),
  );
  return db
    .select({ ...columns, id: table.id })
    .from(table)
    .where(and(visibilityOf(collection), gt(table.id, after)))
    .orderBy(asc(table.id))
    .limit(BATCH);
};

const firstRank = sql.join(
  FIRST_RANK.map((publisher) => sql`${publisher}`),
  sql`, `,
);
const RANK = sql<string>`case when ${evidence.publisher} in (${firstRank})
  then ${HAND_WORDS.first} else ${HAND_WORDS.second} end`;

const readCoverage = (db: Executor, after: number) =>
  db
    .select({
      id: evidence.id,
      vendor: sql<string>`${vendor.slug}`,
      feature: sql<string>`${feature.slug}`,
      level: evidence.level,
      finding: evidence.finding,
      url: evidence.url,
      publisher: evidence.publisher,
      rank: RANK,
      pageDate: evidence.pageDate,
      note: evidence.note,
      checkedOn: evidence.checkedOn,
      checkedBy: evidence.checkedBy,
      readIn: evidence.readIn,
      quote: evidence.quote,
    })
    .from(evidence)
    .innerJoin(vendor, ofVendor)
    .innerJoin(feature, ofFeature)
    .where(gt(evidence.id, after))
    .orderBy(asc(evidence.id))
    .limit(BATCH);

const READERS = {
  vendors: readItems('vendors'),
  features: readItems('features'),
  coverage: readCoverage,
};

/** Every public row, a batch at a time. */
export async function* rowsOf(db: Executor, name: ResourceName): AsyncGenerator<DataRow[]> {
  let last = 0;
  while (true) {
    const rows: ({ id: number } & Record<string, unknown>)[] = await READERS[name](db, last);
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
    yield rows.map((row) => toRow(name, row));
  }
}

const toRow = (name: ResourceName, row: Record<string, unknown>): DataRow =>
  Object.fromEntries(
    RESOURCES[name].fields.map((field): [string, string | string[] | null] => {
      const value = row[field.name];
      if (field.type === 'list') return [field.name, Array.isArray(value) ? value : []];
      if (value === null || value === undefined || value === '') return [field.name, null];
      const words = String(value);
      return [field.name, field.type === 'date' ? words.slice(0, 10) : words];
    }),
  );

const VISIBLE_EVIDENCE = sql`${evidence} join ${vendor} on ${ofVendor} join ${feature} on ${ofFeature}`;

/** How many rows each file has, and when one of them was changed last. */
export const readFigures = async (db: Executor) => {
  const { rows } = await db.execute<Record<ResourceName, number> & { changed: string | null }>(sql`
    select (select count(*)::int from ${vendor} where ${visibilityOf(vendors)}) as vendors,
      (select count(*)::int from ${feature} where ${visibilityOf(features)}) as features,
      (select count(*)::int from ${VISIBLE_EVIDENCE}) as coverage,
      greatest((select max(${vendor.updatedAt}) from ${vendor} where ${visibilityOf(vendors)}),
        (select max(${feature.updatedAt}) from ${feature} where ${visibilityOf(features)}),
        (select max(${evidence.updatedAt}) from ${VISIBLE_EVIDENCE})) as changed`);
  const found = rows[0] ?? { vendors: 0, features: 0, coverage: 0, changed: null };
  return { ...found, changed: found.changed ? new Date(found.changed).toISOString() : null };
};
