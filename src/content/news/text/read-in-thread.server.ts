import type { FeedContent } from '#content/news/feeds/read-feed.server.ts';
import { type Download, inOutsideThread } from '#platform/threads.server.ts';

export const feedReader = new URL('./feed-worker.server.ts', import.meta.url);

export const readFeedInThread = inOutsideThread<Download, FeedContent>(feedReader);
export const readArticleInThread = inOutsideThread<Download, string>(
  new URL('./article-worker.server.ts', import.meta.url),
);
