import { coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { readStatements } from '#content/shared/vendor-word/statements.server.ts';
import type { CardOf } from '#kit/collection.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import { groupCoverage } from './coverage-groups.ts';
import { withGoneQuotes } from './gone-quotes.server.ts';

/** More features than the site has room for; the list stays bounded whatever an editor adds. */
const MAX_FEATURES = 500;

/** Every published feature by category, or those of one, with a cell for each of the vendors. */
export const createAligner = (db: Database, readerOf: ReaderOf) => {
  // An unknown category is not cached: there is no end of them.
  const remember = rememberUntilChange<CardOf<typeof features>[]>({
    max: 500,
    keeps: (list) => list.length > 0,
  });
  return async (vendorIds: readonly number[], category?: string) => {
    const asked = category === undefined ? [] : [category];
    // Every profile and comparison needs the same. 'All' and a category without a name are not the same.
    const list = await remember(JSON.stringify(asked), () =>
      readerOf(features).listCards({ viewer: null, limit: MAX_FEATURES, category: asked }),
    );
    if (vendorIds.length === 0 || list.length === 0) return groupCoverage(list, vendorIds, []);
    const filters = {
      vendor: vendorIds.map(String),
      feature: category === undefined ? [] : list.map(({ id }) => String(id)),
    };
    const rows = await readerOf(coverage).list({ viewer: null, filters });
    const [watched, statements] = await Promise.all([
      withGoneQuotes(db, rows),
      readStatements(db, vendorIds),
    ]);
    return groupCoverage(list, vendorIds, watched, statements);
  };
};

export type Align = ReturnType<typeof createAligner>;
