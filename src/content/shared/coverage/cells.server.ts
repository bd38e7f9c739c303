import { type Coverage, coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { cellKey, readStatements } from '#content/shared/vendor-word/statements.server.ts';
import { type Vendor, vendors } from '#content/vendors/vendors.collection.ts';
import type { ReadContext } from '#kit/behaviour.server.ts';
import type { CardOf } from '#kit/collection.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { readGone } from '#modules/quotes/gone-quotes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { memoByKey } from '#platform/memo.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import { NO_CATEGORY } from '#platform/words.ts';
import { isCore } from './category-evidence.ts';
import type { Cell, CoverageGroup, Stated } from './coverage-schema.ts';

/** Rows of evidence, with the day since which their quote is no longer on its page. */
export const withGoneQuotes = async (db: Executor, rows: readonly Coverage[]) => {
  const goneSince = await readGone(db);
  return rows.map((row) => ({
    ...row,
    quoteGoneSince: goneSince({ ...row, collection: coverage.name, itemId: row.id }),
  }));
};

/** The same of a vendor's sources; those whose quote stands say nothing of it. */
export const sourcesWithGone = async (
  db: Executor,
  { id, sources }: Pick<Vendor, 'id' | 'sources'>,
): Promise<Vendor['sources']> => {
  const goneSince = await readGone(db);
  return sources.map((source) => {
    const quoteGoneSince = goneSince({ ...source, collection: vendors.name, itemId: id });
    return quoteGoneSince ? { ...source, quoteGoneSince } : source;
  });
};

export const asCell = (row: Coverage & { quoteGoneSince: string | null }): Cell => {
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

type Reads = Pick<ReadContext, 'db' | 'readerOf'>;

interface Asked {
  vendorIds: readonly number[];
  /** All of them, where none is named. */
  featureIds?: readonly number[];
}

/** The pages' evidence on these vendors and features, and the vendors' own statements, in the order of `vendorIds`. */
export const readCells = async ({ db, readerOf }: Reads, { vendorIds, featureIds = [] }: Asked) => {
  const filters = { vendor: vendorIds.map(String), feature: featureIds.map(String) };
  const [rows, statements] = await Promise.all([
    vendorIds.length === 0 ? [] : readerOf(coverage).list({ viewer: null, filters }),
    readStatements(db, vendorIds),
  ]);
  const watched = await withGoneQuotes(db, rows);
  const cells = new Map(watched.map((row) => [cellKey(row.vendorId, row.featureId), asCell(row)]));
  return (featureId: number): { cells: (Cell | null)[]; stated?: (Stated | null)[] } => {
    const keys = vendorIds.map((vendorId) => cellKey(vendorId, featureId));
    const stated = keys.map((key) => statements.get(key) ?? null);
    return {
      cells: keys.map((key) => cells.get(key) ?? null),
      ...(stated.some(Boolean) ? { stated } : {}),
    };
  };
};

/** More features than the site has room for; the list stays bounded whatever an editor adds. */
const MAX_FEATURES = 500;

const memoryOf = memoByKey((_readerOf: ReaderOf) =>
  rememberUntilChange<CardOf<typeof features>[]>({ max: 1 }),
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
    rows: members.map(({ id, slug, name }) => ({ feature: { slug, name }, ...cellsOf(id) })),
  }));
};
