import { readFeed } from '#content/news/feeds/read-feed.server.ts';
import { decodeText } from '#platform/decode-text.ts';
import type { FeedDownload } from './read-in-thread.server.ts';

export const work = ({ bytes, contentType, url, known }: FeedDownload) =>
  readFeed(decodeText(bytes, contentType), url, known);
