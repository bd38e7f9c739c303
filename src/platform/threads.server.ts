import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { unavailable } from './errors.ts';
import { FetchFailed } from './guarded-fetch-errors.ts';

const YOUNG_MB = 16;
const STACK_MB = 4;
const CHECK_MS = 100;
/** A busy machine gives a thread its processor time late: the clock ends it only after so many times as long. */
const CLOCK_FACTOR = 10;
/** A thread that has nothing to do for so long gives its memory back. */
const IDLE_MS = 30_000;

const GIVEN_UP = 'The reading was given up';

interface Bounds {
  /** The processor time of one task. */
  limitMs: number;
  memoryMb: number;
  maxWaiting: number;
}

/** A task that took more time or memory than it may have: its thread was ended. */
export class TaskEnded extends FetchFailed {
  override name = 'TaskEnded';
}

const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).slice(0, 200);

/** Calls `end` when a thread has computed for so long. */
const watchProcessor = (thread: Worker, limitMs: number, end: () => void) => {
  const start = thread.cpuUsage();
  const check = async () => {
    const { user, system } = await thread.cpuUsage(await start);
    if ((user + system) / 1000 > limitMs) end();
  };
  // A thread that has ended meanwhile says so by its task.
  start.catch(() => undefined);
  return setInterval(() => void check().catch(() => undefined), CHECK_MS);
};

/** One thread for work on hostile texts, a task at a time; each file exports its task as `work`. */
export const createThread = ({ limitMs, memoryMb, maxWaiting }: Bounds) => {
  const pool = new Piscina({
    name: 'work',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    // The thread needs no settings and so knows no secrets.
    env: {},
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: memoryMb,
      maxYoungGenerationSizeMb: YOUNG_MB,
      stackSizeMb: STACK_MB,
    },
  });
  // A thread may run out of memory while it is being ended.
  pool.on('error', () => undefined);
  const turns = pLimit(1);

  const compute = async <Result>(file: URL, task: unknown, signal?: AbortSignal) => {
    if (signal?.aborted) throw new FetchFailed(GIVEN_UP);
    const tooLong = new AbortController();
    const ends = [tooLong.signal, AbortSignal.timeout(limitMs * CLOCK_FACTOR)];
    const ended = AbortSignal.any(signal ? [...ends, signal] : ends);
    const running: Promise<Result> = pool.run(task, {
      filename: fileURLToPath(file),
      signal: ended,
    });
    const [thread] = pool.threads;
    const watch = thread && watchProcessor(thread, limitMs, () => tooLong.abort());
    try {
      return await running;
    } catch (error) {
      const hasFailed = thread && pool.threads.includes(thread) && !ended.aborted;
      if (hasFailed) throw new FetchFailed(reasonOf(error));
      // The next thread starts when the memory of this one is free.
      await thread?.terminate();
      if (signal?.aborted) throw new FetchFailed(GIVEN_UP);
      throw new TaskEnded(`It takes more than ${limitMs / 1000} s or ${memoryMb} MB to read`);
    } finally {
      clearInterval(watch);
    }
  };

  return <Task, Result>(file: URL) =>
    async (task: Task, signal?: AbortSignal): Promise<Result> => {
      if (turns.pendingCount >= maxWaiting)
        throw unavailable('Too much text is waiting to be read.');
      return turns(() => compute<Result>(file, task, signal));
    };
};

/** All texts of other sites share one thread, so that together they take no more memory than one of them. */
export const inOutsideThread = createThread({ limitMs: 4000, memoryMb: 160, maxWaiting: 200 });

export interface Download {
  bytes: Uint8Array;
  contentType: string | null;
  url: string;
}
