import { eq } from 'drizzle-orm';
import * as z from 'zod';
import { coverage, LEVELS } from '#content/coverage/coverage.collection.ts';
import { checkedToday } from '#content/shared/checked-today.server.ts';
import { PROFILE_FACTS } from '#content/shared/profile-facts.ts';
import { type Vendor, vendors } from '#content/vendors/vendors.collection.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { orRefusal } from '#modules/attempts.server.ts';
import { QUOTE_LENGTH } from '#modules/page-text/find-quote.ts';
import { proveOther } from '#modules/quotes/negations.ts';
import { quotes } from '#modules/quotes/quotes.table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError, invalid, orNotFound, theOne } from '#platform/errors.ts';
import { isWebAddress } from '#platform/safe-link.ts';
import { rowId } from '#platform/text-rules.ts';
import type { Caller } from '#platform/viewer.ts';

export const verified = z
  .object({
    collection: z.enum(['coverage', 'vendors']),
    id: rowId,
    part: z.int().min(0).max(1000).optional(),
    url: z.string().max(1000).optional(),
  })
  .meta({ id: 'VerifiedFact', description: 'One fact; a source of a vendor by its place' });

type Parts = Pick<AppParts, 'connection' | 'content'>;

/** Evidence has a moment where a source has a day. */
const asCell = <Mark extends object>(mark: Mark) =>
  'checkedOn' in mark ? { ...mark, checkedOn: `${mark.checkedOn}T00:00:00.000Z` } : mark;

const SOURCES_CHANGED = 'The sources have changed meanwhile. Please look again';

const changeCell = async ({ content }: Parts, viewer: Caller, id: number, change: object) => {
  const { reader, writer } = content.partsOf(coverage);
  const { version } = orNotFound(await reader.byId(viewer, id), coverage.label.one);
  await writer.update(viewer, { id, version }, change);
};

const changeVendor = async (
  { content }: Parts,
  viewer: Caller,
  id: number,
  change: (vendor: Vendor) => object,
) => {
  const { reader, writer } = content.partsOf(vendors);
  const vendor = orNotFound(await reader.byId(viewer, id), vendors.label.one);
  await writer.update(viewer, { id, version: vendor.version }, change(vendor));
};

/** A user checked the source of one fact today. */
export const markVerified = async (
  parts: Parts,
  viewer: Caller,
  { collection, id, part, url }: z.output<typeof verified>,
): Promise<void> => {
  const checked = await checkedToday(parts.connection.db, viewer);
  if (collection === coverage.name) return changeCell(parts, viewer, id, asCell(checked));
  return changeVendor(parts, viewer, id, ({ sources }) => {
    const source = orNotFound(sources[part ?? -1], 'Source');
    if ((source.url ?? undefined) !== url) throw new AppError('conflict', SOURCES_CHANGED);
    return { sources: sources.with(part ?? 0, { ...source, ...checked }) };
  });
};

/** A user looked at several cells of evidence today: each by its own rules, and those that are refused are named. */
export const markChecked = async (
  parts: Parts,
  viewer: Caller,
  cells: readonly { id: number; version: number }[],
) => {
  const { reader, writer } = parts.content.partsOf(coverage);
  const draft = asCell(await checkedToday(parts.connection.db, viewer));
  const ids = cells.map(({ id }) => id);
  const rows = await reader.byIds(viewer, ids);
  const refused: { id: number; title: string; reason: string }[] = [];
  for (const cell of cells) {
    const written = await orRefusal(writer.update(viewer, cell, draft));
    if (!(written instanceof AppError)) continue;
    const title = rows.find(({ id }) => id === cell.id)?.finding ?? `Number ${cell.id}`;
    refused.push({ id: cell.id, title, reason: written.message });
  }
  return { checked: cells.length - refused.length, refused };
};

export const quoteDecision = z
  .object({
    url: z.string().max(1000).refine(isWebAddress, 'Give an http(s) address').optional(),
    quote: z.string().min(QUOTE_LENGTH.min).max(QUOTE_LENGTH.max).nullable().optional(),
    level: z.enum(LEVELS).optional(),
    value: z.string().trim().min(1).max(500).optional(),
    finding: z.string().trim().min(1).max(300).optional(),
  })
  .refine(({ url, quote }) => url !== undefined || quote !== undefined, {
    path: ['quote'],
    error: 'Give other words or another page',
  })
  .meta({
    id: 'QuoteDecision',
    description:
      'Another page, other words, or null for no quote; with what they prove, where they deny more or have other figures',
  });

/** A fact of the profile goes with its source, where it has the same words. */
const withFact = (vendor: Vendor, field: string, old: string | null | undefined, value: string) => {
  const fact = PROFILE_FACTS.find((one) => one === field);
  if (!fact) return {};
  const now = vendor[fact];
  if (Array.isArray(now)) return { [fact]: now.map((one) => (one === old ? value : one)) };
  return now === old ? { [fact]: value } : {};
};

const SAYS_OTHER = 'These words deny more or have other figures. Say in the form which';

export const findQuoteById = async (db: Executor, id: number) =>
  theOne(await db.select().from(quotes).where(eq(quotes.id, id)), 'Quote');

/** Stores what an editor decided of a quote that is gone, has moved or cannot be read; the page is read before. */
export const decideQuote = async (
  parts: Parts,
  viewer: Caller,
  { id, level, value, ...decision }: z.output<typeof quoteDecision> & { id: number },
): Promise<void> => {
  const { db } = parts.connection;
  const { collection, itemId, field, url, quote } = await findQuoteById(db, id);
  const isOther = Boolean(decision.quote) && proveOther(quote, decision.quote ?? '');
  // A person chose these words, even where AI found the old ones.
  const checked = decision.quote === null ? null : await checkedToday(db, viewer);
  const decided = { ...decision, foundWith: null, ...checked };
  if (collection === coverage.name) {
    if (isOther && !level) throw invalid({ level: `${SAYS_OTHER} level they show` });
    return changeCell(parts, viewer, itemId, { ...asCell(decided), ...(level && { level }) });
  }
  const isQuoted = (one: Vendor['sources'][number]) =>
    one.field === field && one.url?.trim() === url && one.quote?.trim() === quote;
  return changeVendor(parts, viewer, itemId, (vendor) => {
    const [source, second] = vendor.sources.filter(isQuoted);
    if (!source) throw new AppError('conflict', SOURCES_CHANGED);
    if (isOther && !value) throw invalid({ value: `${SAYS_OTHER} value they state` });
    if (value && second)
      throw invalid({ value: 'Two facts have this quote. Please edit the vendor' });
    const change = { ...decided, ...(value && { value }) };
    const sources = vendor.sources.map((one) => (isQuoted(one) ? { ...one, ...change } : one));
    return { ...(value ? withFact(vendor, field, source.value, value) : {}), sources };
  });
};
