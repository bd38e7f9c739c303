import { and, eq } from 'drizzle-orm';
import type { Effect } from '#kit/behaviour.server.ts';
import { findOnPage } from '#modules/page-text/find-quote.ts';
import type { PageReader, PageText } from '#modules/page-text/page-text.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { type FieldProblems, invalid } from '#platform/errors.ts';
import { type Answer, createOutside } from '#platform/outside.server.ts';
import { hashOf } from '#platform/secret.server.ts';
import { announceGone } from './gone-quotes.server.ts';
import { quotes } from './quotes.table.server.ts';
import { type Quoted, quotesOf } from './quotes-of.ts';
import { packText } from './snapshot.server.ts';

/** More new quotes are a file that an editor cannot have read; it comes in parts. */
const MAX_PAGES = 20;

const TOO_MANY = `At most ${MAX_PAGES} pages of new quotes are read at once. Save it in parts, please`;

/** The text of the page that holds the quote, or why none does. */
type Found = { text: string; isWhole: boolean } | { problem: string };

const isSame = (one: Quoted) => (other: Quoted) =>
  one.field === other.field && one.url === other.url && one.quote === other.quote;

const isWithout = (others: readonly Quoted[]) => (one: Quoted) => !others.some(isSame(one));

const textWith = (page: PageText, quote: string): Found => {
  if (page.kind === 'unreadable') return { problem: `The page could not be read: ${page.reason}` };
  const place = findOnPage(page, quote);
  return 'problem' in place ? place : { text: page[place.in], isWhole: place.in === 'whole' };
};

/** Two quotes of one page for one fact prove no more than one; two facts of a list may be quoted from one page. */
const doubledIn = (current: readonly Quoted[]): Quoted | undefined => {
  const facts = current.map(({ field, url, value }) => JSON.stringify([field, url, value]));
  return current.find((_, at) => facts.indexOf(facts[at] ?? '') < at);
};

const say = ({ key, field }: Quoted, problem: string): FieldProblems => ({
  [key]: field === '' ? problem : `${field}: ${problem}`,
});

const found = (answer: Answer<PageText>, { quote }: Quoted): Found | null => {
  if (answer.is === 'waiting') return null;
  return answer.is === 'known' ? textWith(answer.value, quote) : { problem: TOO_MANY };
};

/**
 * Keeps the table of quotes with the items, in their transaction. A new quote is looked for on its page, which is read
 * while no transaction is open. The server's own work (files) takes quotes as they are written, and what comes back
 * from the history or the trash comes back whether its page can be read or not: both then have no snapshot.
 */
export const createQuoteKeeper = (reader: PageReader): Effect => {
  const pageOf = createOutside('page', { ask: (url) => reader.read(url), max: MAX_PAGES });

  const add = async (tx: Executor, quoted: Quoted, place: Place, here: Found | null) => {
    const { field, url, quote } = quoted;
    const read =
      here === null || 'problem' in here
        ? {}
        : {
            hash: hashOf(here.text),
            readAt: new Date().toISOString(),
            checkedAt: new Date().toISOString(),
            snapshot: packText(here.text),
            isWhole: here.isWhole,
          };
    // One sentence may name two facts of a list.
    await tx
      .insert(quotes)
      .values({ ...place, field, url, quote, ...read })
      .onConflictDoNothing();
  };

  return async ({ before, after, viewer, isRestore }, collection, tx) => {
    const [old, current] = [quotesOf(collection, before), quotesOf(collection, after)];
    const gone = old.filter(isWithout(current));
    const added = current.filter(isWithout(old));
    if (gone.length + added.length === 0) return;
    const doubled = doubledIn(current);
    if (doubled) throw invalid(say(doubled, 'One page has one quote for each fact'));
    const place = { collection: collection.name, itemId: after?.id ?? before?.id ?? 0 };
    for (const quoted of gone) {
      const dropped = await tx
        .delete(quotes)
        .where(isAt(place, quoted))
        .returning({ state: quotes.state });
      if (dropped.some(({ state }) => state === 'gone')) await announceGone(tx);
    }
    for (const quoted of added) {
      if (viewer === null) {
        await add(tx, quoted, place, null);
        continue;
      }
      const here = found(pageOf(tx, quoted.url), quoted);
      if (here === null) continue;
      if ('problem' in here && !isRestore) throw invalid(say(quoted, here.problem));
      await add(tx, quoted, place, here);
    }
  };
};

interface Place {
  collection: string;
  itemId: number;
}

const isAt = ({ collection, itemId }: Place, { field, url, quote }: Quoted) =>
  and(
    eq(quotes.collection, collection),
    eq(quotes.itemId, itemId),
    eq(quotes.field, field),
    eq(quotes.url, url),
    eq(quotes.quote, quote),
  );
