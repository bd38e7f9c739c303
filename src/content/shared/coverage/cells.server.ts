import { type Coverage, coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import type { ReadContext } from '#kit/behaviour.server.ts';
import type { CardOf } from '#kit/collection.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { memoByKey } from '#platform/memo.ts';
import { rememberPerVersion } from '#platform/version/site-version.server.ts';
import { NO_CATEGORY } from '#platform/words.ts';
import { isCore } from './category-evidence.ts';
import type { Cell, CoverageGroup } from './coverage-schema.ts';

export const asCell = (row: Coverage): Cell => {
  const { level, finding, url, publisher, pageDate, note, checkedOn, checkedBy, readIn, quote } =
    row;
  return {
    level,
    finding,
    url,
    publisher,
    pageDate,
    note,
    checkedOn,
    checkedBy,
    readIn,
    // Most cells have none, and a page has hundreds of cells.
    ...(quote && { quote }),
  };
};

type Reads = Pick<ReadContext, 'readerOf'>;

interface Asked {
  vendorIds: readonly number[];
  /** All of them, where none is named. */
  featureIds?: readonly number[];
}

const cellKey = (vendorId: number | null, featureId: number | null) => `${vendorId}/${featureId}`;

/** The evidence on these vendors and features, in the order of `vendorIds`. */
export const readCells = async ({ readerOf }: Reads, { vendorIds, featureIds = [] }: Asked) => {
  const filters = { vendor: vendorIds.map(String), feature: featureIds.map(String) };
  const rows =
    vendorIds.length === 0 ? [] : await readerOf(coverage).list({ viewer: null, filters });
  const cells = new Map(rows.map((row) => [cellKey(row.vendorId, row.featureId), asCell(row)]));
  return (featureId: number): (Cell | null)[] =>
    vendorIds.map((vendorId) => cells.get(cellKey(vendorId, featureId)) ?? null);
};

/** More features than the site has room for; the list stays bounded whatever an editor adds. */
const MAX_FEATURES = 500;

const memoryOf = memoByKey((_readerOf: ReaderOf) =>
  rememberPerVersion<CardOf<typeof features>[]>({ max: 1 }),
);

/** Published features by category: all of them, or those that are sought. */
export const groupFeatures = async (
  readerOf: ReaderOf,
  { category, q }: { category?: string | undefined; q?: string | undefined } = {},
) => {
  const asked = category === undefined ? [] : [category];
  const read = () =>
    readerOf(features).listCards({ viewer: null, limit: MAX_FEATURES, category: asked, q });
  // Every profile, comparison and filter shows all of them.
  const list = q || category !== undefined ? await read() : await memoryOf(readerOf)('', read);
  const groups = Map.groupBy(list, (feature) => feature.category || NO_CATEGORY);
  return [...groups].map(([name, members]) => ({ category: name, features: members }));
};

/** The same, with a cell for each of the vendors. */
export const alignCoverage = async (
  reads: Reads,
  vendorIds: readonly number[],
  only?: string | undefined,
): Promise<CoverageGroup[]> => {
  const groups = await groupFeatures(reads.readerOf, { category: only });
  const featureIds =
    only === undefined ? [] : groups.flatMap((one) => one.features.map(({ id }) => id));
  const cellsOf = await readCells(reads, {
    vendorIds: groups.length > 0 ? vendorIds : [],
    featureIds,
  });
  return groups.map(({ category, features: members }) => ({
    category,
    core: members.filter(isCore).map(({ slug }) => slug),
    rows: members.map(({ id, slug, name }) => ({ feature: { slug, name }, cells: cellsOf(id) })),
  }));
};
