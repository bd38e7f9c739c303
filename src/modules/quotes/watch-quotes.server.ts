import { and, eq, lte, min } from 'drizzle-orm';
import { recordActivity } from '#modules/activity/record.server.ts';
import { type Clock, eachHost, sharedTurns } from '#modules/link-checks/host-turns.ts';
import type { Asking, LinkParts } from '#modules/link-checks/run-checks.server.ts';
import {
  createPageReader,
  type PageReader,
  type PageText,
  type ReadablePage,
} from '#modules/page-text/page-text.server.ts';
import { transact } from '#platform/changes.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { hashOf } from '#platform/secret.server.ts';
import { createThreadReader } from '#platform/worker-pool.server.ts';
import { announceGone } from './gone-quotes.server.ts';
import { APART_MS, isOnHost, rankLinks, type Verdict } from './judge-quote.ts';
import type { Judged, JudgeTask } from './judge-worker.server.ts';
import { createPoliteFetch, NotNow } from './polite-fetch.server.ts';
import { quotes } from './quotes.table.server.ts';
import { packText, unpackText } from './snapshot.server.ts';

type Quote = typeof quotes.$inferSelect;
type Change = Partial<Quote>;

/** The limit of one run; the next one goes on where it ends. */
const PAGES_A_RUN = 1000;
/** How many linked pages are looked into for a quote that is not on its own. */
const LINKED_PAGES = 10;
/** Less than a day, so that a page that was read late in one night is due again in the next. */
const NEXT_MS = 20 * 3_600_000;

const UNWATCHED = 'a page of quotes could not be read again';

const lastTextOf = ({ snapshot }: Quote) => snapshot && unpackText(snapshot);

const isoAt = (ms: number) => new Date(ms).toISOString();

/** The changes by a verdict. A quote that is gone or has moved stays so until it is found again or an editor decides. */
const changeOf = (quote: Quote, verdict: Verdict, page: PageText, now: number): Change => {
  const checked = { checkedAt: isoAt(now), nextAt: isoAt(now + NEXT_MS) };
  const since = (state: Quote['state'], at = now) =>
    quote.state === state ? {} : { state, since: isoAt(at) };
  if (verdict.state === 'unreadable') {
    const isDecided = quote.state === 'gone' || quote.state === 'moved';
    return isDecided ? checked : { ...checked, ...since('unreadable'), reason: verdict.reason };
  }
  const found = { ...checked, missedAt: null, candidate: null, reason: null, newText: null };
  if (verdict.state === 'moved') return { ...found, ...since('moved'), movedTo: verdict.to };
  const newText =
    page.kind === 'readable' ? packText(quote.isWhole ? page.whole : page.text) : null;
  if (verdict.state === 'missing once') {
    const nextAt = isoAt(Date.parse(verdict.since) + APART_MS);
    return { ...checked, nextAt, missedAt: verdict.since, newText };
  }
  if (verdict.state === 'gone') {
    const { reason, candidate } = verdict;
    const gone = { ...since('gone', Date.parse(verdict.since)), movedTo: null };
    return { ...checked, ...gone, reason, candidate, newText };
  }
  const stands = { ...found, ...since('stands'), movedTo: null };
  if (page.kind !== 'readable') return stands;
  const text = page[verdict.in];
  const isWhole = verdict.in === 'whole';
  const read = { ...stands, readAt: isoAt(now), hash: hashOf(text), isWhole };
  return read.hash === quote.hash ? read : { ...read, snapshot: packText(text) };
};

/** Nothing is stored of a quote that was changed meanwhile. */
const store = (db: Database, quote: Quote, change: Change) =>
  transact(db, async (tx) => {
    const isSame = and(
      eq(quotes.id, quote.id),
      eq(quotes.quote, quote.quote),
      eq(quotes.url, quote.url),
    );
    const stored = await tx.update(quotes).set(change).where(isSame).returning({ id: quotes.id });
    const isShown = quote.state === 'gone' || change.state === 'gone';
    if (stored.length > 0 && change.state && isShown) await announceGone(tx);
  });

/** A long page takes a second to be compared: no request waits for that. */
const judgeInThread = createThreadReader<JudgeTask, Judged>(
  new URL('./judge-worker.server.ts', import.meta.url),
);

interface Watch {
  db: Database;
  reader: PageReader;
  clock: Clock;
}

/** Where quotes that are not on their page stand among those that it links to: by quote, the address. */
const findLinked = async (reader: PageReader, page: ReadablePage, missing: readonly Quote[]) => {
  const found = new Map<number, string>();
  const words = missing.map(({ quote }) => quote).join(' ');
  for (const link of rankLinks(page.links, { url: page.url, words }, LINKED_PAGES)) {
    if (found.size === missing.length) break;
    const linked = await reader.read(link);
    if (linked.kind !== 'readable' || !isOnHost(linked.url, page.url)) continue;
    const left = missing.filter(({ id }) => !found.has(id));
    const looked = await judgeInThread({
      kind: 'look',
      quotes: left.map((one) => ({ quote: one.quote, lastText: lastTextOf(one) })),
      text: linked.whole,
    });
    for (const [at, { id }] of left.entries()) if (looked.found[at]) found.set(id, linked.url);
  }
  return found;
};

/** Reads one page, and judges all quotes from it. */
const watchPage = async ({ db, reader, clock }: Watch, url: string) => {
  const ofPage = await db.select().from(quotes).where(eq(quotes.url, url));
  const page = await reader.read(url);
  const now = clock.now();
  const judged: { quote: Quote; verdict: Verdict }[] = [];
  for (const quote of ofPage) {
    const lastText = lastTextOf(quote);
    const watched = { quote: quote.quote, url, missedAt: quote.missedAt, lastText };
    const { verdict } = await judgeInThread({ kind: 'judge', watched, page, now });
    if (verdict) judged.push({ quote, verdict });
  }
  const missing = judged.flatMap(({ quote, verdict }) =>
    quote.state !== 'gone' && ['missing once', 'gone'].includes(verdict.state) ? quote : [],
  );
  const linked =
    page.kind === 'readable' ? await findLinked(reader, page, missing) : new Map<number, string>();
  for (const { quote, verdict } of judged) {
    const to = linked.get(quote.id);
    const final: Verdict = to === undefined ? verdict : { state: 'moved', to };
    await store(db, quote, changeOf(quote, final, page, now));
  }
};

/** Reads the pages of quotes that are due, in turns with the link check. */
export const watchQuotes = async (parts: LinkParts, asking: Asking = {}): Promise<number> => {
  const { fetch = guardedFetch, turns = sharedTurns } = asking;
  const { db } = parts.connection;
  const allowHosts = parts.settings.FETCH_ALLOW_HOSTS;
  const polite = createPoliteFetch({ fetch, turns, allowHosts });
  const reader = createPageReader({ fetch: polite, allowHosts });
  const watch = { db, reader, clock: turns.clock };
  const due = await db
    .select({ url: quotes.url })
    .from(quotes)
    .where(lte(quotes.nextAt, isoAt(turns.clock.now())))
    .groupBy(quotes.url)
    .orderBy(min(quotes.nextAt), quotes.url)
    .limit(PAGES_A_RUN);
  await eachHost(due, async (pages) => {
    for (const { url } of pages) {
      await watchPage(watch, url).catch(async (error: unknown) => {
        if (!(error instanceof NotNow)) return parts.log.warn({ err: error, url }, UNWATCHED);
        await db
          .update(quotes)
          .set({ nextAt: isoAt(error.at) })
          .where(eq(quotes.url, url));
      });
    }
  });
  if (due.length > 0) {
    const details = { pages: due.length };
    await recordActivity(db, null, { action: 'job done', title: 'Quotes', details });
  }
  return due.length;
};
