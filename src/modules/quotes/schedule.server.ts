import { and, eq, lte, min } from 'drizzle-orm';
import { recordActivity } from '#modules/activity/record.server.ts';
import { type Clock, eachHost, NotNow, sharedTurns } from '#modules/link-checks/host-turns.ts';
import { type Asking, type LinkParts, wayOf } from '#modules/link-checks/run-checks.server.ts';
import type { PageText } from '#modules/page-text/page-text.server.ts';
import { transact } from '#platform/changes.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { hashOf } from '#platform/secret.server.ts';
import { listTimedJobs, startTimedJob } from '#platform/timed-job.server.ts';
import { createThreadReader } from '#platform/worker-pool.server.ts';
import { announceGone } from './gone-quotes.server.ts';
import { APART_MS, isOnHost, type judgeQuote, rankLinks, type Verdict } from './judge-quote.ts';
import { openReading } from './polite-fetch.server.ts';
import { quotes } from './quotes.table.server.ts';

type Quote = typeof quotes.$inferSelect;
type Change = Partial<Quote>;

/** The limit of one run; the next one goes on where it ends. */
const PAGES_A_RUN = 1000;
/** How many linked pages are looked into for a quote that is not on its own. */
const LINKED_PAGES = 10;
/** Less than a day, so that a page that was read late in one night is due again in the next. */
const NEXT_MS = 20 * 3_600_000;

const UNWATCHED = 'a page of quotes could not be read again';

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
  // Of a page that cannot be read there is no other verdict.
  if (page.kind === 'unreadable') return checked;
  const newText = quote.isWhole ? page.whole : page.text;
  if (verdict.state === 'missing once') {
    const nextAt = isoAt(Date.parse(verdict.since) + APART_MS);
    return { ...checked, nextAt, missedAt: verdict.since, newText };
  }
  if (verdict.state === 'gone') {
    const { reason, candidate } = verdict;
    const gone = { ...since('gone', Date.parse(verdict.since)), movedTo: null };
    return { ...checked, ...gone, reason, candidate, newText };
  }
  const snapshot = page[verdict.in];
  const read = { readAt: isoAt(now), hash: hashOf(snapshot), snapshot };
  return { ...found, ...since('stands'), ...read, movedTo: null, isWhole: verdict.in === 'whole' };
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
const judgeInThread = createThreadReader<Parameters<typeof judgeQuote>, Verdict>(
  new URL('./judge-worker.server.ts', import.meta.url),
);

const judge = ({ snapshot, ...quote }: Quote, page: PageText, now: number) =>
  judgeInThread([{ ...quote, lastText: snapshot }, page, now]);

/** Reads the pages of quotes that are due, in turns with the link check. */
export const watchQuotes = async (parts: LinkParts, asking: Asking = {}): Promise<number> => {
  const way = wayOf(asking);
  const { clock } = way.turns;
  const { db } = parts.connection;
  const { reader } = openReading(parts.settings, way);

  /** Looks for quotes that are not on their page on those that it links to: there they have moved. */
  const followLinks = async (page: PageText, verdicts: Map<Quote, Verdict>) => {
    const isMissing = ([quote, { state }]: [Quote, Verdict]) =>
      quote.state !== 'gone' && (state === 'missing once' || state === 'gone');
    const left = () => [...verdicts].filter(isMissing).map(([quote]) => quote);
    if (page.kind === 'unreadable') return;
    const words = left().map(({ quote }) => quote);
    const about = { url: page.url, words: words.join(' ') };
    for (const link of rankLinks(page.links, about, LINKED_PAGES)) {
      if (left().length === 0) return;
      const linked = await reader.read(link);
      if (!isOnHost(linked.url, page.url)) continue;
      for (const quote of left()) {
        const verdict = await judge(quote, linked, clock.now());
        if (verdict.state === 'moved') verdicts.set(quote, verdict);
      }
    }
  };

  /** Reads one page, and judges all quotes from it. */
  const watchPage = async (url: string) => {
    const ofPage = await db.select().from(quotes).where(eq(quotes.url, url));
    const page = await reader.read(url);
    const now = clock.now();
    const verdicts = new Map<Quote, Verdict>();
    for (const quote of ofPage) verdicts.set(quote, await judge(quote, page, now));
    await followLinks(page, verdicts);
    for (const [quote, verdict] of verdicts)
      await store(db, quote, changeOf(quote, verdict, page, now));
  };

  const due = await db
    .select({ url: quotes.url })
    .from(quotes)
    .where(lte(quotes.nextAt, isoAt(clock.now())))
    .groupBy(quotes.url)
    .orderBy(min(quotes.nextAt), quotes.url)
    .limit(PAGES_A_RUN);
  await eachHost(due, async (pages) => {
    for (const { url } of pages) {
      await watchPage(url).catch(async (error: unknown) => {
        if (!(error instanceof NotNow)) return parts.log.warn({ err: error, url }, UNWATCHED);
        const nextAt = isoAt(error.at);
        await db.update(quotes).set({ nextAt }).where(eq(quotes.url, url));
      });
    }
  });
  if (due.length > 0) {
    const details = { pages: due.length };
    await recordActivity(db, null, { action: 'job done', title: 'Quotes', details });
  }
  return due.length;
};

const LOOK_MS = 30_000;
const MAX_LOOKS = 480;

const isBusy = async (db: Executor): Promise<boolean> => {
  const links = (await listTimedJobs(db)).find(({ name }) => name === 'link-checks');
  if (!links) return false;
  return links.startedAt !== null || (links.nextAt !== null && links.nextAt <= new Date());
};

/** Both jobs have the same times, and two nodes do not know of each other's turns: quotes come after links. */
export const waitForLinks = async (db: Executor, clock: Pick<Clock, 'sleep'>): Promise<void> => {
  for (let looks = 0; looks < MAX_LOOKS && (await isBusy(db)); looks += 1)
    await clock.sleep(LOOK_MS);
};

/** Reads the pages of quotes again at the times of LINK_CHECK_CRON; every node may start it. */
export const startQuoteSchedule = (parts: LinkParts): { stop(): void } =>
  startTimedJob(parts, {
    name: 'quotes',
    setting: 'LINK_CHECK_CRON',
    pattern: parts.settings.LINK_CHECK_CRON,
    run: async () => {
      await waitForLinks(parts.connection.db, sharedTurns.clock);
      await watchQuotes(parts);
    },
  });
