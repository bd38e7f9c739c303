import { Worker } from 'node:worker_threads';
import { AppError, unavailable } from './errors.ts';
import { FetchFailed } from './guarded-fetch-errors.ts';

const CHECK_MS = 200;
const MEMORY_MB = 256;
/** Threads that had nothing to do for so long give their memory back. */
const IDLE_MS = 30_000;
/** A thread that computes nothing for so long is stuck. */
const STUCK_FACTOR = 10;

export interface WorkerPoolOptions {
  /** A module that calls `serveTasks`. */
  file: URL;
  threads: number;
  /** How long one task may compute; the time in which a busy machine lets it wait does not count. */
  limitMs: number;
  memoryMb?: number | undefined;
  maxWaiting: number;
}

/** A task that took more time or memory than it may have: its thread was ended. */
export class TaskEnded extends Error {
  override name = 'TaskEnded';
}

interface Job {
  task: unknown;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

type Reply =
  | { kind: 'ready' }
  | { kind: 'done'; result: unknown }
  | { kind: 'failed'; reason: string };

/** Hostile work in threads of its own, each task within a time and a memory. */
export const createWorkerPool = <Task, Result>(options: WorkerPoolOptions) => {
  const { file, threads, limitMs, memoryMb = MEMORY_MB, maxWaiting } = options;
  const waiting: Job[] = [];
  /** How threads that have nothing to do are resumed. */
  const idle = new Set<() => void>();
  let running = 0;

  const startThread = () => {
    running += 1;
    const worker = new Worker(file, {
      // The thread needs no settings and so knows no secrets.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: 4 },
      stdout: true,
      stderr: true,
    });
    let job: Job | undefined;
    let isReady = false;
    let timer: NodeJS.Timeout | undefined;

    const end = (reason: string) => {
      clearTimeout(timer);
      worker.removeAllListeners();
      // The ending thread may run out of memory: that error is ignored.
      worker.on('error', () => undefined);
      void worker.terminate();
      running -= 1;
      idle.delete(takeNext);
      // Without a job it could not even start, and would not start for the next task either.
      const lost = isReady ? job : waiting.shift();
      lost?.reject(new TaskEnded(reason));
      if (waiting.length > 0) startThread();
    };

    const watch = async (mine: Job, since: number, before: Promise<NodeJS.CpuUsage>) => {
      const reason = `It took longer than ${limitMs} ms`;
      if (performance.now() - since > limitMs * STUCK_FACTOR) return end(reason);
      const { user, system } = await worker.cpuUsage(await before);
      if (job === mine && (user + system) / 1000 > limitMs) end(reason);
    };

    const takeNext = () => {
      clearTimeout(timer);
      idle.delete(takeNext);
      const next = waiting.shift();
      job = next;
      if (!next) return rest();
      const [since, before] = [performance.now(), worker.cpuUsage()];
      // A thread that is gone has told so already.
      before.catch(() => undefined);
      timer = setInterval(() => void watch(next, since, before).catch(() => undefined), CHECK_MS);
      worker.ref();
      worker.postMessage(next.task);
    };

    const rest = () => {
      worker.unref();
      idle.add(takeNext);
      timer = setTimeout(() => end('It has nothing to do'), IDLE_MS).unref();
    };

    worker.on('message', (reply: Reply) => {
      isReady = true;
      const done = job;
      job = undefined;
      if (reply.kind === 'done') done?.resolve(reply.result);
      if (reply.kind === 'failed') done?.reject(new Error(reply.reason));
      takeNext();
    });
    worker.on('error', (error) => end(error.message));
    worker.on('exit', () => end('Its thread ended'));
  };

  return {
    run: (task: Task): Promise<Result> => {
      if (waiting.length >= maxWaiting)
        return Promise.reject(unavailable('Too much text is being formatted.'));
      return new Promise((resolve, reject) => {
        waiting.push({ task, resolve: (result) => resolve(result as Result), reject });
        const [resume] = idle;
        if (resume) resume();
        else if (running < threads) startThread();
      });
    },
  };
};

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
  { limitMs = 10_000, memoryMb = MEMORY_MB }: ThreadBounds = {},
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
