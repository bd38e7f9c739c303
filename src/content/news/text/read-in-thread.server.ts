import type { FeedContent } from '#content/news/feeds/feed-item.ts';
import { AppError } from '#platform/errors.ts';
import { FetchFailed } from '#platform/guarded-fetch-errors.ts';
import { createWorkerPool, TaskEnded } from '#platform/worker-pool.server.ts';
import type { ExtractedArticle } from './extract-article.server.ts';

/** The response, as received. */
interface Download {
  bytes: Uint8Array;
  contentType: string | null;
  url: string;
}

export interface TextTask extends Download {
  kind: 'feed' | 'article';
}

interface Bounds {
  limitMs?: number;
  memoryMb?: number;
}

/** Parses hostile text in a thread, within a time and a memory; any failure there is a failed fetch. */
const createReader = <Result>(
  kind: TextTask['kind'],
  { limitMs = 10_000, memoryMb = 256 }: Bounds = {},
) => {
  const file = new URL('./text-worker.server.ts', import.meta.url);
  // One for feeds and one for articles: a small machine carries two at a time.
  const options = { file, threads: 1, limitMs, memoryMb, maxWaiting: 200 };
  const pool = createWorkerPool<TextTask, Result>(options);
  return (download: Download): Promise<Result> =>
    pool.run({ kind, ...download }).catch((error: Error) => {
      if (error instanceof AppError) throw error;
      const isEnded = error instanceof TaskEnded;
      throw new FetchFailed(
        isEnded
          ? `It takes more than ${limitMs / 1000} s or ${memoryMb} MB to read`
          : error.message,
      );
    });
};

export const createFeedReader = (bounds?: Bounds) => createReader<FeedContent>('feed', bounds);

export const readFeedInThread = createFeedReader();
export const readArticleInThread = createReader<ExtractedArticle>('article');
