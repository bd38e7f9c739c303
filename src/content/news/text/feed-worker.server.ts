import { readFeed } from '#content/news/feeds/read-feed.server.ts';
import { decodeText } from '#platform/decode-text.ts';
import type { Download } from '#platform/threads.server.ts';

export const work = ({ bytes, contentType, url }: Download) =>
  readFeed(decodeText(bytes, contentType), url);
