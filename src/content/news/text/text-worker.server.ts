import { parentPort, workerData } from 'node:worker_threads';
import { readFeed } from '#content/news/feeds/read-feed.server.ts';
import { decodeText } from '#platform/decode-text.ts';
import { extractArticle } from './extract-article.server.ts';
import type { TextTask } from './run-in-worker.server.ts';

/** One task, one thread: whatever a hostile text does, it ends with the thread. */
const run = ({ kind, bytes, contentType, url }: TextTask) => {
  const text = decodeText(bytes, contentType);
  return kind === 'feed' ? readFeed(text, url) : extractArticle(text, url);
};

try {
  parentPort?.postMessage({ result: run(workerData) });
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  parentPort?.postMessage({ failure: reason.slice(0, 200) });
}
