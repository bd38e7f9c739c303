import { and, eq, ne, sql } from 'drizzle-orm';
import type { Behaviour } from '#kit/behaviour.server.ts';
import { widen } from '#kit/collection.ts';
import { createReader } from '#kit/read.server.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import { noteRead } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { invalid } from '#platform/errors.ts';
import { bandsOf } from './aum.ts';
import { type Vendor, vendors } from './vendors.collection.ts';

const RELATED_VENDORS = 3;

const table = tableOf(widen(vendors));
const columns = columnsOf(table);

const overlaps = (key: string) => (values: string[]) =>
  sql`${columns[key]} && ${sql.param(values)}::text[]`;

/** Those with most categories and features in common; ties by name. */
const findRelated = async (db: Executor, vendor: Vendor) => {
  noteRead('vendors');
  const shared = (key: string, values: string[]) =>
    sql`cardinality(array(select unnest(${columns[key]}) intersect select unnest(${sql.param(values)}::text[])))`;
  const score = sql`${shared('categories', vendor.categories)} * 3 + ${shared('features', vendor.features)}`;
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(ne(table.id, vendor.id), eq(columns.isPublished as never, true)))
    .orderBy(sql`${score} desc`, sql`${columns.name}`)
    .limit(RELATED_VENDORS);
  return createReader(widen(vendors), db).byIds(
    null,
    rows.map((row) => row.id),
  );
};

export const vendorBehaviour: Behaviour<Vendor> = {
  prepare: (draft) => {
    // Comparison addresses are split at '-vs-'.
    if (draft.slug?.includes('-vs-'))
      throw invalid({ slug: "A vendor's slug cannot contain -vs-" });
    return draft.minimumAssets === undefined
      ? draft
      : { ...draft, aumBands: bandsOf(draft.minimumAssets ?? '') };
  },
  present: async (vendor, { db }) => ({ relatedVendors: await findRelated(db, vendor) }),
  filters: {
    market: { description: 'Markets; any of them', where: overlaps('markets') },
    aum: { description: 'Bands of minimum assets; any of them', where: overlaps('aumBands') },
    featured: {
      description: '`true` for featured vendors only',
      where: (values) => (values.includes('true') ? sql`${columns.isFeatured}` : undefined),
    },
  },
};
