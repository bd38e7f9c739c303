import type * as z from 'zod';
import type { Coverage } from '#content/coverage/coverage.collection.ts';
import { NO_CATEGORY } from '#platform/words.ts';
import { isCore } from './category-evidence.ts';
import type { coverageGroups, coverageRow, evidenceCell } from './coverage-schema.ts';
import type { Stated } from './stated.ts';

interface NamedFeature {
  id: number;
  slug: string;
  name: string;
  category: string | null;
  importance: string | null;
}

/** The evidence of one vendor for one feature; null is 'not confirmed'. */
export type Cell = z.infer<typeof evidenceCell>;
/** The facts of a page that was read; a fact's source may lack any of them. */
export type Read = { [Key in keyof Omit<Cell, 'level'>]?: Cell[Key] | null | undefined };
export type CoverageRow = z.infer<typeof coverageRow>;
export type CoverageGroup = z.infer<typeof coverageGroups>[number];

/** A row as it is stored, or with what the watch of quotes knows of it. */
type WatchedRow = Coverage & { quoteGoneSince?: string | null };

export const asCell = (row: WatchedRow): Cell => {
  const { level, finding, url, publisher, pageDate, note, checkedOn, checkedBy, readIn } = row;
  const { quote, foundWith, quoteGoneSince } = row;
  return {
    ...{ level, finding, url, publisher, pageDate, note, checkedOn, checkedBy, readIn },
    // Most cells have none of these, and a page has hundreds of cells.
    ...(quote && { quote }),
    ...(foundWith && { foundWith }),
    ...(quoteGoneSince && { quoteGoneSince }),
  };
};

export const groupCoverage = (
  features: readonly NamedFeature[],
  vendorIds: readonly number[],
  rows: readonly WatchedRow[],
  statements: ReadonlyMap<string, Stated> = new Map(),
): CoverageGroup[] => {
  const cells = new Map(rows.map((row) => [`${row.vendorId}/${row.featureId}`, asCell(row)]));
  const statedOf = (id: number) => {
    const stated = vendorIds.map((vendorId) => statements.get(`${vendorId}/${id}`) ?? null);
    return stated.some(Boolean) ? { stated } : {};
  };
  const groups = Map.groupBy(features, ({ category }) => category || NO_CATEGORY);
  return [...groups].map(([category, members]) => ({
    category,
    core: members.filter(isCore).map(({ slug }) => slug),
    rows: members.map(({ id, slug, name }) => ({
      feature: { slug, name },
      cells: vendorIds.map((vendorId) => cells.get(`${vendorId}/${id}`) ?? null),
      ...statedOf(id),
    })),
  }));
};
