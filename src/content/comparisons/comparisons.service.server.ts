import { eq, inArray, or, sql } from 'drizzle-orm';
import { type Vendor, vendors } from '#content/vendors/vendors.collection.ts';
import type { Behaviour, Effect } from '#kit/behaviour.server.ts';
import { refersToVisible } from '#kit/read.server.ts';
import { responsesOf } from '#kit/responses.ts';
import { hideFrom, type PartsOf } from '#kit/routes.server.ts';
import { tableOf } from '#kit/table.server.ts';
import { invalid } from '#platform/errors.ts';
import { idOfKey } from '#platform/http/params.ts';
import type { Viewer } from '#platform/viewer.ts';
import { comparisons } from './comparisons.collection.ts';
import { buildMatrix } from './matrix.ts';
import { addressOf } from './site.ts';

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
    for (const { id } of rows) await writer.update(tx, viewer, { id }, {});
  };

const vendorTable = tableOf(vendors);
const { vendorAId, vendorBId } = tableOf(comparisons);

/** A vendor's related links are no part of a comparison, and may be closed. */
export const withinPair = (viewer: Viewer, vendor: Vendor) => ({
  ...hideFrom(viewer, vendor, vendors),
  relatedInfoCache: null,
});

const responses = {
  detail: {
    vendorA: responsesOf(vendors).item.optional(),
    vendorB: responsesOf(vendors).item.optional(),
  },
};

export const comparisonBehaviour = {
  /** A comparison of a hidden vendor is hidden itself. */
  visible: sql`${refersToVisible(vendors, vendorAId)} and ${refersToVisible(vendors, vendorBId)}`,
  prepare: async (draft, { before, tx, isRestore }) => {
    const a = draft.vendorAId ?? before?.vendorAId ?? 0;
    const b = draft.vendorBId ?? before?.vendorBId ?? 0;
    if (a === b) throw invalid({ vendorBId: 'Choose two different vendors' });
    const rows = await tx
      .select()
      .from(vendorTable)
      .where(inArray(vendorTable.id, [a, b]));
    const [first, second] = [a, b].map((id) => rows.find((row) => row.id === id));
    if (!first) throw invalid({ vendorAId: 'This vendor does not exist' });
    if (!second) throw invalid({ vendorBId: 'This vendor does not exist' });
    const slug = addressOf([first.slug, second.slug]);
    if (draft.slug !== undefined && draft.slug !== slug && !isRestore) {
      throw invalid({ slug: `The slug of this pair must be ${slug}` });
    }
    // A change of the pair alone, or a version from before a vendor moved, gets the address of today.
    return { ...draft, slug, vendorAName: first.name, vendorBName: second.name };
  },
  responses,
  present: async (item, { readerOf, viewer }) => {
    const pair = [item.vendorAId, item.vendorBId].flatMap((id) => id ?? []);
    const [vendorA, vendorB] = await readerOf(vendors).byIds(viewer, pair);
    if (!vendorA || !vendorB) return { vendorA: undefined, vendorB: undefined };
    const comparisonMatrix = item.comparisonMatrix ?? buildMatrix([vendorA, vendorB]);
    const a = withinPair(viewer, vendorA);
    const b = withinPair(viewer, vendorB);
    return { vendorA: a, vendorB: b, comparisonMatrix };
  },
  filters: {
    vendor: {
      description: 'Those that a vendor takes part in, by its id',
      where: ([key = '']) => {
        const id = idOfKey(key) ?? 0;
        return or(eq(vendorAId, id), eq(vendorBId, id));
      },
    },
  },
} satisfies Behaviour<typeof comparisons, typeof responses>;
