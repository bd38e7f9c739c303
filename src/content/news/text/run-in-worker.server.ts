import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { FeedContent } from '#content/news/feeds/feed-item.ts';
import { FetchFailed } from '#platform/guarded-fetch-errors.ts';
import type { ExtractedArticle } from './extract-article.server.ts';

export interface TextTask {
  kind: 'feed' | 'article';
  bytes: Uint8Array;
  contentType: string | null;
  url: string;
}

interface Results {
  feed: FeedContent;
  article: ExtractedArticle;
}

interface WorkerBounds {
  timeoutMs?: number;
  memoryMb?: number;
}

const TIMEOUT_MS = 10_000;
const MEMORY_MB = 256;
/** Parsing is the only heavy work here: a second thread at a time is what a small machine carries. */
const inTurn = pLimit(2);

const entry = new URL('./text-worker.server.ts', import.meta.url);

const runOnce = <K extends TextTask['kind']>(
  task: TextTask & { kind: K },
  { timeoutMs = TIMEOUT_MS, memoryMb = MEMORY_MB }: WorkerBounds,
): Promise<Results[K]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(entry, {
      workerData: task,
      // The thread needs no settings and so knows no secrets.
      env: {},
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: memoryMb,
        maxYoungGenerationSizeMb: 32,
        stackSizeMb: 4,
      },
      stdout: true,
      stderr: true,
    });
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      settle();
      void worker.terminate();
    };
    const fail = (reason: string) => finish(() => reject(new FetchFailed(reason)));
    const timer = setTimeout(
      () => fail(`It could not be read within ${timeoutMs / 1000} s`),
      timeoutMs,
    );
    worker.once('message', (message: { result?: Results[K]; failure?: string }) => {
      const { result, failure } = message;
      if (result === undefined) return fail(failure ?? 'It could not be read');
      return finish(() => resolve(result));
    });
    worker.once('error', (error: Error & { code?: string }) =>
      fail(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? 'It takes more memory to read than we allow'
          : 'It could not be read',
      ),
    );
    worker.once('exit', () => fail('It could not be read'));
  });

/** Parses hostile text in a thread of its own, within a time and a memory. */
export const runInWorker = <K extends TextTask['kind']>(
  task: TextTask & { kind: K },
  bounds: WorkerBounds = {},
): Promise<Results[K]> => inTurn(() => runOnce(task, bounds));
