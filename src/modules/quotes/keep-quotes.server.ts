import { and, eq } from 'drizzle-orm';
import type { Effect } from '#kit/behaviour.server.ts';
import { quoteProblem } from '#modules/page-text/find-quote.ts';
import { hashOf, type PageReader, type PageText } from '#modules/page-text/page-text.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { type FieldProblems, invalid } from '#platform/errors.ts';
import { type Answer, createOutside } from '#platform/outside.server.ts';
import { announceGone } from './gone-quotes.server.ts';
import { quotes } from './quotes.table.server.ts';
import { type Quoted, quotesOf } from './quotes-of.ts';
import { packText } from './snapshot.server.ts';

/** More new quotes are a file that an editor cannot have read; it comes in parts. */
const MAX_PAGES = 20;

const TOO_MANY = `At most ${MAX_PAGES} pages of new quotes are read at once. Save it in parts, please`;

/** The text of the page that holds the quote, or why none does. */
type Found = { text: string } | { problem: string };

const isSame = (one: Quoted) => (other: Quoted) =>
  one.field === other.field && one.url === other.url && one.quote === other.quote;

const isWithout = (others: readonly Quoted[]) => (one: Quoted) => !others.some(isSame(one));

/** The article is looked at first; what stands beside it is on the page, too. */
const findOnPage = (page: PageText, quote: string): Found => {
  if (page.kind === 'unreadable') return { problem: `The page could not be read: ${page.reason}` };
  const problem = quoteProblem(page.text, quote);
  if (problem === null) return { text: page.text };
  return quoteProblem(page.whole, quote) === null ? { text: page.whole } : { problem };
};

/** Two quotes of one page for one fact could not be told apart by those who watch them. */
const doubledIn = (current: readonly Quoted[]): Quoted | undefined =>
  current.find(({ field, url }, at) =>
    current.slice(0, at).some((other) => other.field === field && other.url === url),
  );

const say = ({ key, field }: Quoted, problem: string): FieldProblems => ({
  [key]: field === '' ? problem : `${field}: ${problem}`,
});

const found = (answer: Answer<PageText>, { quote }: Quoted): Found | null => {
  if (answer.is === 'waiting') return null;
  return answer.is === 'known' ? findOnPage(answer.value, quote) : { problem: TOO_MANY };
};

/**
 * Keeps the table of quotes with the items, in their transaction. A new quote is looked for on its page, which is read
 * while no transaction is open. The server's own work (files) takes quotes as they are written, and what comes back
 * from the history or the trash comes back whether its page can be read or not: both then have no snapshot.
 */
export const createQuoteKeeper = (reader: PageReader): Effect => {
  const pageOf = createOutside('page', { ask: (url) => reader.read(url), max: MAX_PAGES });

  const add = async (tx: Executor, quoted: Quoted, place: Place, text: string | null) => {
    const { field, url, quote } = quoted;
    const read =
      text === null
        ? {}
        : {
            hash: hashOf(text),
            readAt: new Date().toISOString(),
            checkedAt: new Date().toISOString(),
            snapshot: packText(text),
          };
    await tx.insert(quotes).values({ ...place, field, url, quote, ...read });
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
      await add(tx, quoted, place, 'text' in here ? here.text : null);
    }
  };
};

interface Place {
  collection: string;
  itemId: number;
}

const isAt = ({ collection, itemId }: Place, { field, url }: Quoted) =>
  and(
    eq(quotes.collection, collection),
    eq(quotes.itemId, itemId),
    eq(quotes.field, field),
    eq(quotes.url, url),
  );
