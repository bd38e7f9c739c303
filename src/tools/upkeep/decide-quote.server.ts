import { eq } from 'drizzle-orm';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { quotes } from '#modules/quotes/quotes.table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import { checkedBy, today } from './verify.server.ts';

export interface Decision {
  /** Another page that says it. */
  url?: string | undefined;
  /** Other words of the page; null takes the quote away. */
  quote?: string | null | undefined;
}

export const findQuoteById = async (db: Executor, id: number) => {
  const [quote] = await db.select().from(quotes).where(eq(quotes.id, id));
  if (!quote) throw notFound('Quote');
  return quote;
};

/** Stores what an editor decided of a quote that is gone, has moved or cannot be read; the page is read before. */
export const decideQuote = async (
  { connection: { db }, content }: Pick<AppParts, 'connection' | 'content'>,
  viewer: Viewer,
  { id, ...decision }: Decision & { id: number },
): Promise<void> => {
  const { collection, itemId, field, url, quote } = await findQuoteById(db, id);
  const isSeen = decision.quote !== null;
  // Whatever found the old words, a person chose these.
  const decided = { ...decision, foundWith: null, ...(isSeen && (await checkedBy(db, viewer))) };
  if (collection === coverage.name) {
    const { reader, writer } = content.partsOf(coverage);
    const row = await reader.byId(viewer, itemId);
    if (!row) throw notFound(coverage.label.one);
    const day = isSeen ? { checkedOn: `${today()}T00:00:00.000Z` } : {};
    const draft = { ...decided, ...day };
    await writer.update(viewer, { id: itemId, version: row.version }, draft);
    return;
  }
  const { reader, writer } = content.partsOf(vendors);
  const vendor = await reader.byId(viewer, itemId);
  if (!vendor) throw notFound(vendors.label.one);
  const place = vendor.sources.findIndex(
    (source) =>
      source.field === field && source.url?.trim() === url && source.quote?.trim() === quote,
  );
  const source = vendor.sources[place];
  if (!source)
    throw new AppError('conflict', 'The sources have changed meanwhile. Please look again');
  const day = isSeen ? { checkedOn: today() } : {};
  const sources = vendor.sources.with(place, { ...source, ...decided, ...day });
  await writer.update(viewer, { id: itemId, version: vendor.version }, { sources });
};
