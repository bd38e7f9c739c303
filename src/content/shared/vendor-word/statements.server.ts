import { and, asc, count, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { visibilityOf } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { Stated } from '../coverage/coverage-schema.ts';
import { STATES } from '../coverage/evidence-words.ts';
import { vendorWords } from './vendor-word.tables.server.ts';

const { vendorId, featureId, level, text, documentedAt, domain, statedOn, state } = vendorWords;
const vendor = tableOf(vendors);

/** As a feature's page shows of its evidence. */
const SHOWN = 24;

const isShown = eq(state, 'shown');
export const isStatement = and(isShown, isNotNull(featureId), isNotNull(level));

export const statementColumns = {
  level: sql<Stated['level']>`${level}`,
  says: sql<string>`case ${level} when 'documented' then ${STATES.documented}
    when 'partial' then ${STATES.partial} else ${STATES.absent} end`,
  text,
  url: sql<string | null>`${documentedAt}`.mapWith(documentedAt),
  domain,
  statedOn,
};

/** The cell of a vendor and a feature, as maps have it. */
export const cellKey = (ofVendor: number | null, ofFeature: number | null): string =>
  `${ofVendor}/${ofFeature}`;

export type Statements = ReadonlyMap<string, Stated>;

const select = (db: Executor, where?: SQL) =>
  db
    .select({ vendorId, featureId, ...statementColumns })
    .from(vendorWords)
    .where(and(isStatement, where));

/** The statements of all vendors, whether they are public or not. */
export const listStatements = (db: Executor, limit: number) =>
  select(db).orderBy(asc(vendorId), asc(featureId)).limit(limit);

export const readStatements = async (
  db: Executor,
  vendorIds: readonly number[],
): Promise<Statements> => {
  const rows = vendorIds.length === 0 ? [] : await select(db, inArray(vendorId, [...vendorIds]));
  return new Map(
    rows.map(({ vendorId: ofVendor, featureId: ofFeature, ...stated }) => [
      cellKey(ofVendor, ofFeature),
      stated,
    ]),
  );
};

/** The first vendors by name that state something of a feature, and how many do. */
export const readFeatureStatements = async (db: Executor, ofFeature: number) => {
  const isOf = and(isStatement, eq(featureId, ofFeature), visibilityOf(vendors));
  const onVendor = eq(vendor.id, vendorId);
  const rows = await db
    .select({
      vendor: { slug: sql<string>`${vendor.slug}`, name: sql<string>`${vendor.name}` },
      stated: statementColumns,
    })
    .from(vendorWords)
    .innerJoin(vendor, onVendor)
    .where(isOf)
    .orderBy(sql`lower(${vendor.name})`, asc(vendor.id))
    .limit(SHOWN);
  const [counted] = await db
    .select({ total: count() })
    .from(vendorWords)
    .innerJoin(vendor, onVendor)
    .where(isOf);
  return { total: counted?.total ?? 0, vendors: rows };
};

/** A vendor's reply to its profile. */
export const readReply = async (db: Executor, ofVendor: number) => {
  const [reply] = await db
    .select({ text, domain, statedOn })
    .from(vendorWords)
    .where(and(isShown, isNull(featureId), eq(vendorId, ofVendor)));
  return reply ?? null;
};
