import type { Logger } from 'pino';
import { onChange } from './changes.server.ts';
import { inSpan } from './traces/in-span.server.ts';

/** Work that waits in a table: done when a change under its key tells of it, and at the latest after a while. */
interface WokenJob {
  key: string;
  /** Does what is due; resolves to how long to wait. */
  run(): Promise<number>;
  /** The line of the log when it fails. */
  failure: string;
}

export const LONGEST_WAIT_MS = 30_000;

/** Every node may start it: `run` sees to it that one has each piece. */
export const startWokenJob = (log: Logger, { key, run, failure }: WokenJob): { stop(): void } => {
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
    let wait = LONGEST_WAIT_MS;
    try {
      wait = await inSpan('job', () => ({ name: key }), run);
      isFailing = false;
    } catch (err) {
      if (!isFailing && !isStopped) log.warn({ err }, failure);
      isFailing = true;
    }
    isRunning = false;
    runIn(isAsked ? 0 : wait);
  };

  const stopListening = onChange((keys) => {
    if (!keys.includes(key)) return;
    isAsked = true;
    if (!isRunning) runIn(0);
  });
  runIn(0);

  return {
    stop: () => {
      isStopped = true;
      stopListening();
      clearTimeout(timer);
    },
  };
};
