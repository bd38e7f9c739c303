import { and, inArray } from 'drizzle-orm';
import type { VendorFinder } from '#content/shared/find-vendor.server.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { visibilityOf } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { partsOfAddress } from './site.ts';

const table = tableOf(vendors);

/** Pairs of public vendors, under these slugs or under their present ones. */
export const findOpenPairs = async <Pair extends string>(
  db: Executor,
  pairs: readonly Pair[],
  findVendor: VendorFinder,
): Promise<Pair[]> => {
  const slugs = pairs.flatMap(partsOfAddress);
  const rows = await db
    .select({ slug: table.slug })
    .from(table)
    .where(and(inArray(table.slug, slugs), visibilityOf(vendors)));
  const open = new Set(rows.map((row) => row.slug));
  // Outdated slugs are few.
  for (const slug of slugs) if (!open.has(slug) && (await findVendor(slug))) open.add(slug);
  return pairs.filter((pair) => partsOfAddress(pair).every((slug) => open.has(slug)));
};
