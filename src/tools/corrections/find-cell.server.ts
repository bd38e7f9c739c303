import { and, eq } from 'drizzle-orm';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';

const VENDOR = /^\/vendors\/([^/]+)$/;

/** The evidence behind a cell: on the page of a vendor a part may be the slug of a feature. */
export const createCellFinder = (db: Executor) => async (path: string, part: string) => {
  const vendor = tableOf(vendors);
  const feature = tableOf(features);
  const cell = tableOf(coverage);
  const slug = VENDOR.exec(path)?.[1];
  if (!slug) return null;
  const [found] = await db
    .select({ id: cell.id })
    .from(cell)
    .innerJoin(vendor, eq(vendor.id, cell.vendorId))
    .innerJoin(feature, eq(feature.id, cell.featureId))
    .where(and(eq(vendor.slug, slug), eq(feature.slug, part)));
  return found ? { collection: coverage.name, id: found.id } : null;
};
