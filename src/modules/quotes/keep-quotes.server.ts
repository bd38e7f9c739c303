import { and, eq } from 'drizzle-orm';
import type { Change, Effect, LookUp, PlannedWrite } from '#kit/behaviour.server.ts';
import { type Collection, fieldEntries } from '#kit/collection.ts';
import { requireVersion } from '#kit/revisions.server.ts';
import { quoteProblem } from '#modules/page-text/find-quote.ts';
import type { PageReader } from '#modules/page-text/page-text.server.ts';
import { findStored } from '#modules/place.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type FieldProblems, invalid } from '#platform/errors.ts';
import { askOutside } from '#platform/for-person.server.ts';
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
const quotesOf = (collection: Collection, item: Holder | null): Quoted[] => {
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

/** Fields that a draft names where it may quote something else. */
const keysOf = (collection: Collection): string[] => {
  const own = collection.fields.quote ? ['quote', 'url'] : [];
  const lists = fieldEntries(collection).filter(([, { kind }]) => kind === 'json');
  return [...own, ...lists.map(([key]) => key)];
};

/** The addresses of quotes that these writes add. */
const newPages = async (db: Database, writes: readonly PlannedWrite[]): Promise<Set<string>> => {
  const urls = new Set<string>();
  for (const { collection, id, version, draft } of writes) {
    if (!keysOf(collection).some((key) => key in draft)) continue;
    const before = id === undefined ? null : await findStored(db, { collection, id });
    // What is not there is refused by the transaction.
    if (id !== undefined && !before) continue;
    if (before) requireVersion(before, version);
    const old = quotesOf(collection, before);
    const current = quotesOf(collection, { ...before, ...draft });
    for (const { url } of current.filter(isWithout(old))) urls.add(url);
  }
  return urls;
};

/** Reads the pages of new quotes. The server's own work (files) takes quotes as they are written. */
export const createQuoteLookUp =
  (db: Database, reader: PageReader): LookUp =>
  async (viewer, writes) => {
    if (!viewer) return undefined;
    const urls = [...(await newPages(db, writes))].slice(0, MAX_PAGES);
    const pages = await Promise.all(
      urls.map((url) => askOutside((signal) => reader.read(url, signal))),
    );
    return {
      problemWith(url, quote) {
        const page = pages[urls.indexOf(url)];
        if (page?.kind !== 'unreadable') return page && quoteProblem(page.words, quote);
        return `The page could not be read: ${page.reason}`;
      },
    };
  };

/** The server's own work is not checked, nor what was checked before: it comes back, or its time has come. */
const isChecked = ({ viewer, isRestore, isScheduled }: Change) =>
  viewer !== null && !isRestore && !isScheduled;

/** Keeps the table of quotes with the items, in their transaction; a new quote is refused unless its page was read and holds it. */
export const keepQuotes: Effect = async (change, collection, tx) => {
  const { before, after, lookedUp } = change;
  const old = quotesOf(collection, before);
  const current = quotesOf(collection, after);
  const gone = old.filter(isWithout(current));
  const added = current.filter(isWithout(old));
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
    const found = lookedUp?.problemWith(url, quote);
    const problem = found === undefined ? TOO_MANY : found;
    if (isChecked(change) && problem !== null) throw invalid(say(quoted, problem));
    // One sentence may name two facts of a list.
    await tx
      .insert(quotes)
      .values({ ...item, field, url, quote })
      .onConflictDoNothing();
  }
};
