import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { onVersion } from '#platform/version/site-version.server.ts';

const RETRY_MS = 1000;
/** As long as a search waits for changes that are being read. */
const PATIENCE_MS = 1000;
/** After so long the event loop takes a turn; with the one document that follows it stays at some 20 ms. */
const STEP_MS = 5;

/** Lets everything else have its turn between small pieces of work. */
export const createPace = () => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < STEP_MS) return;
    await turn();
    since = performance.now();
  };
};

interface Following {
  /** Reads what changed. It calls `letGo` where that takes long, so that no search waits for the rest. */
  sync(letGo: () => void): Promise<void>;
  onFailure(error: unknown): void;
}

/** Repeats `sync` after every change, one at a time, until it has seen the last of them. */
export const keepInStep = ({ sync, onFailure }: Following) => {
  /** Each counts changes: those that were heard, those that were read, and those for which no search waits. */
  let heard = 0;
  let read = 0;
  let passed = 0;
  let waiting: (() => void)[] = [];
  let running: Promise<void> | undefined;
  let stopListening: (() => void) | undefined;
  // A change is heard inside the request that made it, whose connection and reads are not those of the index.
  const outside = AsyncLocalStorage.snapshot();

  const letGo = (until: number) => {
    passed = Math.max(passed, until);
    if (passed < heard) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };

  const run = async () => {
    while (read < heard && stopListening) {
      const until = heard;
      try {
        await sync(() => letGo(until));
        read = until;
        letGo(until);
      } catch (error) {
        onFailure(error);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
    running = undefined;
  };

  const hear = () => {
    heard += 1;
    running ??= outside(run);
  };

  /** Resolves when every change that was heard is read, or after a moment. */
  const ready = async (): Promise<void> => {
    if (passed >= heard) return;
    const released = new Promise<void>((resolve) => waiting.push(resolve));
    await Promise.race([released, sleep(PATIENCE_MS, undefined, { ref: false })]);
  };

  return {
    start: (): Promise<void> => {
      stopListening ??= onVersion(hear);
      hear();
      return running ?? Promise.resolve();
    },
    get isStarted() {
      return stopListening !== undefined;
    },
    /** Whether every change that was heard is read. */
    get isWhole() {
      return read >= heard;
    },
    ready,
    /** The same for what no change tells of, such as a saved draft. */
    refresh: (): Promise<void> => {
      hear();
      return ready();
    },
    stop: () => {
      stopListening?.();
      stopListening = undefined;
    },
  };
};
