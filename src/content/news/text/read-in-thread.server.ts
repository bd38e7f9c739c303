import type { FeedContent } from '#content/news/feeds/read-feed.server.ts';
import { type Download, inOutsideThread } from '#platform/threads.server.ts';

const feedReader = new URL('./feed-worker.server.ts', import.meta.url);

export interface FeedDownload extends Download {
  /** Guids and addresses of entries that are not wanted any more. */
  known?: ReadonlySet<string>;
}

export const readFeedInThread = inOutsideThread<FeedDownload, FeedContent>(feedReader);
export const readArticleInThread = inOutsideThread<Download, string>(
  new URL('./article-worker.server.ts', import.meta.url),
);
