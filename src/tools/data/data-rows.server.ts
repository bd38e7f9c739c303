import { and, asc, eq, gt, type SQLWrapper, sql } from 'drizzle-orm';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { HAND_WORDS } from '#content/shared/coverage/evidence-words.ts';
import { FIRST_RANK, isFirstRank } from '#content/shared/coverage/first-rank.ts';
import { newestFirst } from '#content/shared/events-and-terms.ts';
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

/** The lists that vendors carry, each row under the slug of its vendor. */
const readCarried = (key: 'events' | 'contractTerms') => async (db: Executor, after: number) => {
  const rows = await db
    .select({
      id: vendor.id,
      slug: vendor.slug,
      events: vendor.events,
      terms: vendor.contractTerms,
    })
    .from(vendor)
    .where(and(visibilityOf(vendors), gt(vendor.id, after)))
    .orderBy(asc(vendor.id))
    .limit(BATCH);
  return rows.map(({ id, slug, events, terms }) => ({
    id,
    rows: (key === 'events' ? newestFirst(events) : terms).map((row) => ({
      ...row,
      vendor: slug,
      rank: row.publisher && HAND_WORDS[isFirstRank(row.publisher) ? 'first' : 'second'],
      readIn: row.readIn ?? 'stored copy',
    })),
  }));
};

type Batch = { id: number; rows?: Record<string, unknown>[] }[];

const READERS: Record<ResourceName, (db: Executor, after: number) => PromiseLike<Batch>> = {
  vendors: readItems('vendors'),
  features: readItems('features'),
  coverage: readCoverage,
  events: readCarried('events'),
  contracts: readCarried('contractTerms'),
};

/** Every public row, a batch at a time. */
export async function* rowsOf(db: Executor, name: ResourceName): AsyncGenerator<DataRow[]> {
  let last = 0;
  while (true) {
    const batch = await READERS[name](db, last);
    const end = batch.at(-1);
    if (!end) return;
    last = end.id;
    const rows = batch.flatMap((item) => item.rows ?? [{ ...item }]);
    if (rows.length > 0) yield rows.map((row) => toRow(name, row));
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

const countCarried = (list: SQLWrapper) =>
  sql`(select coalesce(sum(json_array_length(${list})), 0)::int from ${vendor} where ${visibilityOf(vendors)})`;

/** How many rows each file has, and when one of them was changed last. */
export const readFigures = async (db: Executor) => {
  const { rows } = await db.execute<Record<ResourceName, number> & { changed: string | null }>(sql`
    select (select count(*)::int from ${vendor} where ${visibilityOf(vendors)}) as vendors,
      (select count(*)::int from ${feature} where ${visibilityOf(features)}) as features,
      (select count(*)::int from ${VISIBLE_EVIDENCE}) as coverage,
      ${countCarried(vendor.events)} as events,
      ${countCarried(vendor.contractTerms)} as contracts,
      greatest((select max(${vendor.updatedAt}) from ${vendor} where ${visibilityOf(vendors)}),
        (select max(${feature.updatedAt}) from ${feature} where ${visibilityOf(features)}),
        (select max(${evidence.updatedAt}) from ${VISIBLE_EVIDENCE})) as changed`);
  const none = { vendors: 0, features: 0, coverage: 0, events: 0, contracts: 0, changed: null };
  const found = rows[0] ?? none;
  return { ...found, changed: found.changed ? new Date(found.changed).toISOString() : null };
};
