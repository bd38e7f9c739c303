import type { Logger } from 'pino';
import { onChange } from './changes.server.ts';
import { inSpan } from './traces/in-span.server.ts';

export const LONGEST_WAIT_MS = 30_000;

/** Does work at once, and again after as long as it says, or never when it says nothing. Of failures in a row the first is told. */
export const repeat = (
  work: () => Promise<number | undefined>,
  tellFailure: (err: unknown) => void,
  retryMs = LONGEST_WAIT_MS,
) => {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isAsked = false;
  let isStopped = false;
  let isFailing = false;

  const runIn = (ms: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void tick(), ms).unref();
  };

  const tick = async () => {
    isRunning = true;
    isAsked = false;
    let wait: number | undefined = retryMs;
    try {
      wait = await work();
      isFailing = false;
    } catch (err) {
      if (!isFailing && !isStopped) tellFailure(err);
      isFailing = true;
    }
    isRunning = false;
    if (isAsked) runIn(0);
    else if (wait !== undefined) runIn(wait);
  };

  runIn(0);
  return {
    wake: () => {
      isAsked = true;
      if (!isRunning) runIn(0);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};

/** Work that waits in a table: done when a change under its key tells of it, and at the latest after a while. */
interface WokenJob {
  key: string;
  /** Does what is due; resolves to how long to wait. */
  run(): Promise<number>;
  failure: string;
}

/** Every node may start it: `run` sees to it that one has each piece. */
export const startWokenJob = (log: Logger, { key, run, failure }: WokenJob): { stop(): void } => {
  const { wake, stop } = repeat(
    () => inSpan('job', key, run),
    (err) => log.warn({ err }, failure),
  );
  const stopListening = onChange((keys) => {
    if (keys.includes(key)) wake();
  });
  return {
    stop: () => {
      stopListening();
      stop();
    },
  };
};
