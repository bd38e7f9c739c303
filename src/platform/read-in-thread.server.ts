import { AppError } from './errors.ts';
import { FetchFailed } from './guarded-fetch-errors.ts';
import { createWorkerPool, TaskEnded } from './worker-pool.server.ts';

/** The response, as received. */
export interface Download {
  bytes: Uint8Array;
  contentType: string | null;
  url: string;
}

export interface ThreadBounds {
  limitMs?: number;
  memoryMb?: number;
}

/** Parses hostile text in a thread, within a time and a memory; any failure there is a failed fetch. */
export const createThreadReader = <Task, Result>(
  file: URL,
  { limitMs = 10_000, memoryMb = 256 }: ThreadBounds = {},
) => {
  // One thread for each kind of text: a small machine carries two at a time.
  const pool = createWorkerPool<Task, Result>({
    file,
    threads: 1,
    limitMs,
    memoryMb,
    maxWaiting: 200,
  });
  return (task: Task): Promise<Result> =>
    pool.run(task).catch((error: Error) => {
      if (error instanceof AppError) throw error;
      const isEnded = error instanceof TaskEnded;
      throw new FetchFailed(
        isEnded
          ? `It takes more than ${limitMs / 1000} s or ${memoryMb} MB to read`
          : error.message,
      );
    });
};
