import { sql } from 'drizzle-orm';
import type { Behaviour } from '#kit/behaviour.server.ts';
import { type AnyItem, widen } from '#kit/collection.ts';
import { createReader } from '#kit/read.server.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { invalid } from '#platform/errors.ts';
import { memoByKey } from '#platform/memo.ts';
import { keepUntilChange } from '#platform/until-change.server.ts';
import { bandsOf } from './aum.ts';
import { readVendorIndex, relatedIds } from './vendor-index.server.ts';
import { type Vendor, vendors } from './vendors.collection.ts';

const RELATED_VENDORS = 3;

const table = tableOf(widen(vendors));
const columns = columnsOf(table);

const overlaps = (key: string) => (values: string[]) =>
  sql`${columns[key]} && ${sql.param(values)}::text[]`;

/** The cards of a few vendors, which many profiles share; read again after each change. */
const cardReaderOf = memoByKey((db: Executor) => {
  const { byIds } = createReader(widen(vendors), db);
  const keep = keepUntilChange<AnyItem[]>(['vendors']);
  return (ids: readonly number[]) => keep(ids.join(), () => byIds(null, ids));
});

const findRelated = async (db: Executor, vendor: Vendor) => {
  const ids = relatedIds(await readVendorIndex(db), vendor, RELATED_VENDORS);
  return cardReaderOf(db)(ids);
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
