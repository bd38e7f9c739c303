import { and, eq, lte, min, sql } from 'drizzle-orm';
import { recordActivity } from '#modules/activity/record.server.ts';
import { eachHost, NotNow } from '#modules/link-checks/host-turns.ts';
import {
  type Asking,
  LINK_CHECKS,
  type LinkParts,
  wayOf,
} from '#modules/link-checks/run-checks.server.ts';
import { holdsQuote } from '#modules/page-text/find-quote.ts';
import type { PageText } from '#modules/page-text/page-text.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { JobType } from '#platform/jobs/job-type.server.ts';
import { jobs } from '#platform/jobs/jobs.table.server.ts';
import { isHeld, isOpen } from '#platform/jobs/queue.server.ts';
import { TIMED_RETRY_S } from '#platform/jobs/timed.server.ts';
import { openReading } from './polite-fetch.server.ts';
import { quotes } from './quotes.table.server.ts';

type Quote = typeof quotes.$inferSelect;

/** The limit of one run; the next one goes on where it ends. */
const PAGES_A_RUN = 1000;
/** Less than a day, so that a page that was read late in one night is due again in the next. */
const NEXT_MS = 20 * 3_600_000;

const isoAt = (ms: number) => new Date(ms).toISOString();

const lookFor = (quote: string, page: PageText): Pick<Quote, 'state' | 'reason'> => {
  if (page.kind === 'unreadable') return { state: 'unreadable', reason: page.reason };
  return { state: holdsQuote(page.words, quote) ? 'there' : 'missing', reason: null };
};

/** Reads the pages of quotes that are due, in turns with the link check. */
export const watchQuotes = async (parts: LinkParts, asking: Asking = {}): Promise<number> => {
  const way = wayOf(asking);
  const { clock } = way.turns;
  const { db } = parts.connection;
  const reader = openReading(parts.settings, way);

  /** Reads one page, and looks for all quotes from it. */
  const watchPage = async (url: string) => {
    const ofPage = await db.select().from(quotes).where(eq(quotes.url, url));
    const page = await reader.read(url);
    const now = clock.now();
    for (const { id, quote, state, since } of ofPage) {
      const found = lookFor(quote, page);
      // Nothing is stored of a quote that was changed meanwhile.
      const isSame = and(eq(quotes.id, id), eq(quotes.quote, quote), eq(quotes.url, url));
      await db
        .update(quotes)
        .set({
          ...found,
          since: found.state === state ? since : isoAt(now),
          nextAt: isoAt(now + NEXT_MS),
        })
        .where(isSame);
    }
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
        if (!(error instanceof NotNow)) {
          parts.log.warn({ err: error, url }, 'a page of quotes could not be read again');
          return;
        }
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

const LOOK_AGAIN_S = 30;

const areLinksDue = async (db: Executor): Promise<boolean> => {
  const isDue = sql`(${jobs.runAt} <= now() or ${isHeld})`;
  return (await db.$count(jobs, and(eq(jobs.name, LINK_CHECKS), isOpen, isDue))) > 0;
};

/** Reads the pages of quotes again at the times of LINK_CHECK_CRON. */
export const quoteJob = (parts: LinkParts): JobType => ({
  name: 'quotes',
  pattern: parts.settings.LINK_CHECK_CRON,
  retryInS: TIMED_RETRY_S,
  work: async () => {
    // Both are due at the same times, and two processes do not know of each other's turns at a host.
    if (await areLinksDue(parts.connection.db)) return async () => ({ againInS: LOOK_AGAIN_S });
    await watchQuotes(parts);
    return undefined;
  },
});
