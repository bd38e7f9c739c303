import type { FeedContent } from '#content/news/feeds/read-feed.server.ts';
import {
  createThreadReader,
  type Download,
  type ThreadBounds,
} from '#platform/worker-pool.server.ts';

export interface TextTask extends Download {
  kind: 'feed' | 'article';
}

const createReader = <Result>(kind: TextTask['kind'], bounds?: ThreadBounds) => {
  const file = new URL('./text-worker.server.ts', import.meta.url);
  const read = createThreadReader<TextTask, Result>(file, bounds);
  return (download: Download): Promise<Result> => read({ kind, ...download });
};

export const createFeedReader = (bounds?: ThreadBounds) =>
  createReader<FeedContent>('feed', bounds);

export const readFeedInThread = createFeedReader();
export const readArticleInThread = createReader<string>('article');
