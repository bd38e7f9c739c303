import { eq } from 'drizzle-orm';
import { announceChange } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { memoByKey } from '#platform/memo.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import { describeTable } from '#platform/statement-reads.server.ts';
import { quotes } from './quotes.table.server.ts';

const GONE = 'quotes.gone';

// Nothing else of a quote is public that is not in its item.
describeTable(quotes, [GONE]);

/** Says that another quote is gone, or that one is no longer: pages mention it. */
export const announceGone = (tx: Executor) => announceChange(tx, [GONE], true);

interface Place {
  collection: string;
  itemId: number;
  /** Empty where the item has one quote. */
  field?: string | undefined;
  url?: string | null | undefined;
  quote?: string | null | undefined;
}

const keyOf = ({ collection, itemId, field = '', url, quote }: Place) =>
  JSON.stringify([collection, itemId, field, url?.trim(), quote?.trim()]);

const memoryOf = memoByKey((_db: Executor) =>
  rememberUntilChange<ReadonlyMap<string, string>>({ max: 1 }),
);

/** By place, the day since which a quote is no longer on its page; few are, and every page with evidence asks. */
export const readGone = async (db: Executor) => {
  const { collection, itemId, field, url, quote, since } = quotes;
  const gone = await memoryOf(db)('', async () => {
    const rows = await db
      .select({ collection, itemId, field, url, quote, since })
      .from(quotes)
      .where(eq(quotes.state, 'gone'));
    return new Map(rows.map((row) => [keyOf(row), row.since.slice(0, 10)]));
  });
  return (place: Place): string | null => gone.get(keyOf(place)) ?? null;
};
