import type * as z from 'zod';
import type { Coverage } from '#content/coverage/coverage.collection.ts';
import type { coverageGroups, coverageRow, evidenceCell } from './coverage-schema.ts';

interface NamedFeature {
  id: number;
  slug: string;
  name: string;
  category: string | null;
}

/** What one vendor is known to do about one feature; null is 'not confirmed'. */
export type Cell = z.infer<typeof evidenceCell>;
export type CoverageRow = z.infer<typeof coverageRow>;
export type CoverageGroup = z.infer<typeof coverageGroups>[number];

/** Features without a category stand together, as on the features page. */
const OTHER = 'Other';

export const asCell = (row: Coverage): Cell => {
  const { level, finding, url, publisher, pageDate, note, checkedOn, checkedBy } = row;
  return { level, finding, url, publisher, pageDate, note, checkedOn, checkedBy };
};

/** Every feature, by category in the order given, with a cell for each vendor. */
export const groupCoverage = (
  features: readonly NamedFeature[],
  vendorIds: readonly number[],
  rows: readonly Coverage[],
): CoverageGroup[] => {
  const cells = new Map(rows.map((row) => [`${row.vendorId}/${row.featureId}`, asCell(row)]));
  const groups = Map.groupBy(features, ({ category }) => category || OTHER);
  return [...groups].map(([category, members]) => ({
    category,
    rows: members.map(({ id, slug, name }) => ({
      feature: { slug, name },
      cells: vendorIds.map((vendorId) => cells.get(`${vendorId}/${id}`) ?? null),
    })),
  }));
};
