import { or, sql } from 'drizzle-orm';
import type { Change } from '#kit/behaviour.server.ts';
import { type Collection, widen } from '#kit/collection.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import type { Writer } from '#kit/write.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { comparisons } from './comparisons.collection.ts';

const table = tableOf(widen(comparisons));
const columns = columnsOf(table);

/** Stored comparisons carry the names and slugs of their vendors, and change with them. */
export const followVendor = async (
  change: Change,
  collection: Collection,
  { tx, writer }: { tx: Executor; writer: Writer },
) => {
  const { before, after, viewer } = change;
  if (collection.name !== 'vendors' || !before || !after) return;
  if (before.slug === after.slug && before.name === after.name) return;
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(or(sql`${columns.vendorAId} = ${after.id}`, sql`${columns.vendorBId} = ${after.id}`))
    .orderBy(table.id);
  for (const { id } of rows) await writer.updateIn(tx, viewer, { id }, {});
};
