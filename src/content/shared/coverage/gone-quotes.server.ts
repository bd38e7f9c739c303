import { type Coverage, coverage } from '#content/coverage/coverage.collection.ts';
import { type Vendor, vendors } from '#content/vendors/vendors.collection.ts';
import { readGone } from '#modules/quotes/gone-quotes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';

/** Rows of evidence, with the day since which their quote is no longer on its page. */
export const withGoneQuotes = async <Row extends Pick<Coverage, 'id' | 'url'>>(
  db: Executor,
  rows: readonly Row[],
) => {
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
