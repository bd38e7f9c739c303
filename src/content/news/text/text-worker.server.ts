import { readFeed } from '#content/news/feeds/read-feed.server.ts';
import { decodeText } from '#platform/decode-text.ts';
import { serveTasks } from '#platform/serve-tasks.server.ts';
import { extractArticle } from './extract-article.server.ts';
import type { TextTask } from './read-in-thread.server.ts';

serveTasks(({ kind, bytes, contentType, url }: TextTask) => {
  const text = decodeText(bytes, contentType);
  return kind === 'feed' ? readFeed(text, url) : extractArticle(text, url);
});
