import { and, eq, lte, min } from 'drizzle-orm';
import { recordActivity } from '#modules/activity/record.server.ts';
import { eachHost, NotNow, WAY_OUT, type WayOut } from '#modules/link-checks/host-turns.server.ts';
import type { LinkParts } from '#modules/link-checks/run-checks.server.ts';
import { holdsQuote } from '#modules/page-text/find-quote.ts';
import type { PageText } from '#modules/page-text/page-text.server.ts';
import { timedJob } from '#platform/jobs/timed.server.ts';
import { openReading } from './polite-fetch.server.ts';
import { type QuoteState, quotes } from './quotes.table.server.ts';

/** The limit of one run; the next one goes on where it ends. */
const PAGES_A_RUN = 1000;
/** Less than a day, so that a page that was read late in one night is due again in the next. */
const NEXT_MS = 20 * 3_600_000;

const isoAt = (ms: number) => new Date(ms).toISOString();

const stateOn = (page: PageText, quote: string): QuoteState => {
  if (page.kind === 'unreadable') return 'unreadable';
  return holdsQuote(page.words, quote) ? 'there' : 'missing';
};

/** Reads the pages of quotes that are due, in turns with the link check. */
export const watchQuotes = async (
  { connection: { db }, settings, log }: LinkParts,
  way: WayOut = WAY_OUT,
): Promise<number> => {
  const { now } = way.turns.clock;
  const reader = openReading(way, settings.FETCH_ALLOW_HOSTS);

  /** Reads one page, and looks for all quotes from it. */
  const watchPage = async (url: string) => {
    const ofPage = await db.select().from(quotes).where(eq(quotes.url, url));
    const page = await reader.read(url);
    const reason = page.kind === 'unreadable' ? page.reason : null;
    for (const { id, quote, ...before } of ofPage) {
      const state = stateOn(page, quote);
      const since = state === before.state ? before.since : isoAt(now());
      // Nothing is stored of a quote that was changed meanwhile.
      const isSame = and(eq(quotes.id, id), eq(quotes.quote, quote), eq(quotes.url, url));
      const nextAt = isoAt(now() + NEXT_MS);
      await db.update(quotes).set({ state, reason, since, nextAt }).where(isSame);
    }
  };

  const due = await db
    .select({ url: quotes.url })
    .from(quotes)
    .where(lte(quotes.nextAt, isoAt(now())))
    .groupBy(quotes.url)
    .orderBy(min(quotes.nextAt), quotes.url)
    .limit(PAGES_A_RUN);
  await eachHost(due, async ({ url }) => {
    try {
      await watchPage(url);
    } catch (err) {
      if (!(err instanceof NotNow))
        return log.warn({ err, url }, 'a page of quotes could not be read again');
      await db
        .update(quotes)
        .set({ nextAt: isoAt(err.at) })
        .where(eq(quotes.url, url));
    }
  });
  if (due.length > 0) {
    const details = { pages: due.length };
    await recordActivity(db, null, { action: 'job done', title: 'Quotes', details });
  }
  return due.length;
};

/** Reads the pages of quotes again at the times of LINK_CHECK_CRON. */
export const quoteJob = (parts: LinkParts) =>
  timedJob({
    name: 'quotes',
    pattern: parts.settings.LINK_CHECK_CRON,
    run: () => watchQuotes(parts),
  });
