import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { tableOf } from '#kit/table.server.ts';

const vendor = tableOf(vendors);

/** Each vendor's sources, a row each, so that an index finds old ones; a trigger keeps it (see the migration). */
export const vendorSources = pgTable(
  'vendor_sources',
  {
    vendorId: integer('vendor_id')
      .notNull()
      .references(() => vendor.id, { onDelete: 'cascade' }),
    /** Where it stands in the vendor's list. */
    place: integer('place').notNull(),
    field: text('field'),
    url: text('url'),
    detail: text('detail'),
    checkedOn: date('checked_on', { mode: 'string' }),
  },
  (table) => [
    primaryKey({ columns: [table.vendorId, table.place] }),
    index('vendor_sources_checked_index').on(table.checkedOn),
  ],
);
