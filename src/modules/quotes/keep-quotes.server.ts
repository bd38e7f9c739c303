import { and, eq } from 'drizzle-orm';
import type { Effect } from '#kit/behaviour.server.ts';
import { type AnyItem, type Collection, fieldEntries } from '#kit/collection.ts';
import { quoteProblem } from '#modules/page-text/find-quote.ts';
import type { PageReader, PageText } from '#modules/page-text/page-text.server.ts';
import { type FieldProblems, invalid } from '#platform/errors.ts';
import { createOutside } from '#platform/outside.server.ts';
import { quotes } from './quotes.table.server.ts';

interface Quoted {
  /** The part of the item that the quote is about; '' for the item itself. */
  field: string;
  url: string;
  quote: string;
  /** The field of the form that holds it. */
  key: string;
}

type Holder = Readonly<Record<string, unknown>>;

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const quotedIn = (holder: Holder, key: string, field: string): Quoted[] => {
  const quote = textOf(holder.quote);
  return quote === '' ? [] : [{ field, key, quote, url: textOf(holder.url) }];
};

/** A quote stands beside the address of its page: in fields of the item, or in the records of one of its lists. */
const quotesOf = (collection: Collection, item: AnyItem | null): Quoted[] => {
  if (!item) return [];
  const own = collection.fields.quote ? quotedIn(item, 'quote', '') : [];
  const listed = fieldEntries(collection).flatMap(([key, { kind }]) => {
    const records = item[key];
    if (kind !== 'json' || !Array.isArray(records)) return [];
    return records
      .filter(isHolder)
      .flatMap((record) => quotedIn(record, key, textOf(record.field) || key));
  });
  return [...own, ...listed];
};

/** More new quotes are a file that an editor cannot have read; it comes in parts. */
const MAX_PAGES = 20;

const TOO_MANY = `At most ${MAX_PAGES} pages of new quotes are read at once. Save it in parts, please`;

const isSame = (one: Quoted) => (other: Quoted) =>
  one.field === other.field && one.url === other.url && one.quote === other.quote;

const isWithout = (others: readonly Quoted[]) => (one: Quoted) => !others.some(isSame(one));

const say = ({ key, field }: Quoted, problem: string): FieldProblems => ({
  [key]: field === '' ? problem : `${field}: ${problem}`,
});

/** Why a page does not carry a quote; null where it does. */
const problemOn = (page: PageText, quote: string): string | null =>
  page.kind === 'unreadable'
    ? `The page could not be read: ${page.reason}`
    : quoteProblem(page.words, quote);

/**
 * Keeps the table of quotes with the items, in their transaction. A new quote is looked for on its page, which is read
 * while no transaction is open. The server's own work (files) takes quotes as they are written, and what comes back
 * from the history or the trash comes back whether its page can be read or not.
 */
export const createQuoteKeeper = (reader: PageReader): Effect => {
  const pageOf = createOutside('page', { ask: reader.read, max: MAX_PAGES });

  return async ({ before, after, viewer, isRestore }, collection, tx) => {
    const old = quotesOf(collection, before);
    const current = quotesOf(collection, after);
    const gone = old.filter(isWithout(current));
    const added = current.filter(isWithout(old));
    if (gone.length + added.length === 0) return;
    const item = { collection: collection.name, itemId: after?.id ?? before?.id ?? 0 };
    for (const { field, url, quote } of gone) {
      const isIt = and(
        eq(quotes.collection, item.collection),
        eq(quotes.itemId, item.itemId),
        eq(quotes.field, field),
        eq(quotes.url, url),
        eq(quotes.quote, quote),
      );
      await tx.delete(quotes).where(isIt);
    }
    for (const quoted of added) {
      const { field, url, quote } = quoted;
      const answer = viewer && pageOf(tx, url);
      if (answer?.is === 'waiting') continue;
      const problem = answer?.is === 'known' ? problemOn(answer.value, quote) : TOO_MANY;
      if (viewer && !isRestore && problem !== null) throw invalid(say(quoted, problem));
      // One sentence may name two facts of a list.
      await tx
        .insert(quotes)
        .values({ ...item, field, url, quote })
        .onConflictDoNothing();
    }
  };
};
