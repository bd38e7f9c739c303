import { eq, or } from 'drizzle-orm';
import type { Change } from '#kit/behaviour.server.ts';
import type { Collection } from '#kit/collection.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Writer } from '#kit/write.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { comparisons } from './comparisons.collection.ts';

const table = tableOf(comparisons);

/** Stored comparisons carry the names and slugs of their vendors, and change with them. */
export const followVendor = async (
  change: Change,
  collection: Collection,
  { tx, writer }: { tx: Executor; writer: Writer<typeof comparisons> },
) => {
  const { before, after, viewer } = change;
  if (collection.name !== 'vendors' || !before || !after) return;
  if (before.slug === after.slug && before.name === after.name) return;
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(or(eq(table.vendorAId, after.id), eq(table.vendorBId, after.id)))
    .orderBy(table.id);
  for (const { id } of rows) await writer.updateIn(tx, viewer, { id }, {});
};
