import { eq, or } from 'drizzle-orm';
import type { Effect } from '#kit/behaviour.server.ts';
import type { PartsOf } from '#kit/routes.server.ts';
import { tableOf } from '#kit/table.server.ts';
import { comparisons } from './comparisons.collection.ts';

const table = tableOf(comparisons);

/** Stored comparisons carry the names and slugs of their vendors, and change with them. */
export const followVendor =
  (partsOf: PartsOf): Effect =>
  async ({ before, after, viewer }, { name }, tx) => {
    if (name !== 'vendors' || !before || !after) return;
    if (before.slug === after.slug && before.name === after.name) return;
    const rows = await tx
      .select({ id: table.id })
      .from(table)
      .where(or(eq(table.vendorAId, after.id), eq(table.vendorBId, after.id)))
      .orderBy(table.id);
    const { writer } = partsOf(comparisons);
    for (const { id } of rows) await writer.updateIn(tx, viewer, { id }, {});
  };
