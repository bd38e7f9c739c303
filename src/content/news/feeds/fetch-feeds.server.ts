import pLimit from 'p-limit';
import type { Desk } from '#content/news/desk.server.ts';
import { readFeedInThread } from '#content/news/text/read-in-thread.server.ts';
import { notConfigured } from '#platform/errors.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { FetchFailed, FetchRefused } from '#platform/guarded-fetch-errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import { createArticleIndex } from './article-index.server.ts';
import type { FeedContent } from './feed-item.ts';
import { saveItems } from './save-items.server.ts';

export interface FetchSummary {
  saved: number;
  errors: string[];
  /** False where every feed failed. */
  hasReadAny: boolean;
}

const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
/** For all feeds together: a silent connection of the editor's browser is closed after 120 s. */
const BUDGET_MS = 90_000;
const AT_ONCE = 4;
const MAX_ERRORS = 200;
const ACCEPT =
  'application/rss+xml, application/atom+xml, application/rdf+xml, application/feed+json, application/xml;q=0.9, application/json;q=0.9, text/xml;q=0.9, */*;q=0.5';

const NO_FEEDS =
  'No news feeds are set up. Set NEWS_FEED_URLS to one or more feed addresses, separated by commas.';

/** A feed's name in messages: its query may hold a secret key. */
const feedLabel = (address: string): string => {
  const { host, pathname } = new URL(address);
  return `${host}${pathname}`.replace(/\/$/, '').slice(0, 120);
};

const reasonOf = (error: unknown): string | null =>
  error instanceof FetchFailed || error instanceof FetchRefused ? error.message : null;

const loadFeed = async (url: string, allowHosts: readonly string[]): Promise<FeedContent> => {
  const response = await guardedFetch(url, {
    accept: ACCEPT,
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    allowHosts,
  });
  if (response.status !== 200) throw new FetchFailed(`The feed answered ${response.status}`);
  return readFeedInThread({
    bytes: response.bytes,
    contentType: response.headers.get('content-type'),
    url: response.url,
  });
};

/** Reads every feed and stores new items as drafts; a feed that fails is a line, no more. */
export const fetchFeeds = async (desk: Desk, viewer: Viewer): Promise<FetchSummary> => {
  const { settings, jobs, log } = desk;
  const urls = [...new Set(settings.NEWS_FEED_URLS)];
  if (urls.length === 0) throw notConfigured(NO_FEEDS);
  const job = await jobs.start('fetch', { viewer, title: 'News feeds' });
  const articleIndex = createArticleIndex();
  const end = Date.now() + BUDGET_MS;
  const errors: string[] = [];
  let saved = 0;
  let finished = 0;
  let hasReadAny = false;
  const tell = (message: string, level: 'info' | 'warning' = 'info') =>
    job.note({
      step: 'feed',
      level,
      message,
      feed: finished,
      feeds: urls.length,
      saved,
      errors: errors.length,
    });

  const takeFeed = async (url: string) => {
    const label = feedLabel(url);
    try {
      if (Date.now() > end) throw new FetchFailed('The other feeds left no time for it');
      const { items, odd } = await loadFeed(url, settings.FETCH_ALLOW_HOSTS);
      const stored = await saveItems(desk.news.writer, articleIndex, { items, viewer });
      saved += stored.saved;
      hasReadAny = true;
      errors.push(...[...odd, ...stored.odd].map((line) => `${label}: ${line}`));
      finished += 1;
      await tell(
        `Feed ${finished} of ${urls.length}, ${label}: ${stored.saved} new of ${items.length}`,
      );
    } catch (error) {
      const reason = reasonOf(error);
      if (!reason) log.error({ err: error, feed: label }, 'a feed could not be stored');
      errors.push(`${label}: ${reason ?? 'Its articles could not be stored'}`);
      finished += 1;
      await tell(`Feed ${finished} of ${urls.length}, ${errors.at(-1)}`, 'warning');
    }
  };

  await tell(`Reading ${urls.length} ${urls.length === 1 ? 'feed' : 'feeds'}`);
  await pLimit(AT_ONCE).map(urls, takeFeed);
  const summary = { saved, errors: errors.slice(0, MAX_ERRORS), hasReadAny };
  await job.finish('done', `${saved} new, ${errors.length} errors`, {
    feed: finished,
    feeds: urls.length,
    saved,
    errors: errors.length,
    problems: summary.errors,
  });
  log.info({ saved, errors: summary.errors }, 'news feeds fetched');
  return summary;
};
