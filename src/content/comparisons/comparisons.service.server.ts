import { inArray, sql } from 'drizzle-orm';
import { type Vendor, vendors } from '#content/vendors/vendors.collection.ts';
import type { Behaviour } from '#kit/behaviour.server.ts';
import { widen } from '#kit/collection.ts';
import { createReader } from '#kit/read.server.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import { invalid } from '#platform/errors.ts';
import { type Comparison, comparisons } from './comparisons.collection.ts';
import { buildMatrix } from './matrix.ts';

const vendorTable = tableOf(widen(vendors));
const vendorColumns = columnsOf(vendorTable);
const columns = columnsOf(tableOf(widen(comparisons)));

const isVisible = (key: 'vendorAId' | 'vendorBId') =>
  sql`exists (select 1 from ${vendorTable} where ${vendorColumns.id} = ${columns[key]} and ${vendorColumns.isPublished})`;

const pairOf = (draft: Partial<Comparison>, before: Comparison | null) => ({
  a: draft.vendorAId ?? before?.vendorAId ?? 0,
  b: draft.vendorBId ?? before?.vendorBId ?? 0,
});

export const comparisonBehaviour: Behaviour<Comparison> = {
  /** A comparison of a hidden vendor is hidden itself. */
  dependsOn: ['vendors'],
  visible: sql`${isVisible('vendorAId')} and ${isVisible('vendorBId')}`,
  prepare: async (draft, { before, tx, isRestore }) => {
    const { a, b } = pairOf(draft, before);
    if (a === b) throw invalid({ vendorBId: 'Choose two different vendors' });
    const rows = await tx
      .select()
      .from(vendorTable)
      .where(inArray(vendorTable.id, [a, b]));
    const vendorOf = (id: number) =>
      rows.find((row) => row.id === id) as (typeof rows)[number] & Record<string, unknown>;
    const [first, second] = [vendorOf(a), vendorOf(b)];
    if (!first) throw invalid({ vendorAId: 'This vendor does not exist' });
    if (!second) throw invalid({ vendorBId: 'This vendor does not exist' });
    const slug = `${first.slug}-vs-${second.slug}`;
    if (draft.slug !== undefined && draft.slug !== slug && !isRestore) {
      throw invalid({ slug: `The slug of this pair must be ${slug}` });
    }
    // A change of the pair alone, or a version from before a vendor moved, gets the address of today.
    return { ...draft, slug, vendorAName: String(first.name), vendorBName: String(second.name) };
  },
  present: async (item, { db, viewer }) => {
    const pair = [item.vendorAId, item.vendorBId].flatMap((id) => id ?? []);
    const [vendorA, vendorB] = (await createReader(widen(vendors), db).byIds(
      viewer,
      pair,
      false,
    )) as unknown as Vendor[];
    if (!vendorA || !vendorB) return {};
    const comparisonMatrix = item.comparisonMatrix ?? buildMatrix(vendorA, vendorB);
    return { vendorA, vendorB, comparisonMatrix };
  },
};
