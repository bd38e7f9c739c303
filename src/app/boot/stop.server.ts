import type { Logger } from 'pino';

const LIMIT_MS = 9500;
/** Ctrl-C comes more than once: from the terminal and from the command that started us. */
const ECHO_MS = 1000;

export interface StopOptions {
  close(): Promise<void>;
  log: Logger;
}

/**
 * The first signal stops cleanly. SIGTERM may come any number of times: the stop has its limit, and requests go on within it.
 * Ctrl-C pressed again, later than its echoes, ends at once. An uncaught error stops cleanly and says so.
 */
export const stopOnSignals = ({ close, log }: StopOptions) => {
  let isStopping = false;
  let heardAt: number | undefined;

  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(code || 1), LIMIT_MS).unref();
    try {
      await close();
    } catch (error) {
      log.error({ err: error }, 'could not stop cleanly');
    }
    process.exit(code);
  };

  const interrupt = () => {
    heardAt ??= performance.now();
    if (isStopping && performance.now() - heardAt > ECHO_MS) process.exit(1);
    void stop(0);
  };
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', interrupt);
  const fall = (error: unknown) => {
    log.fatal({ err: error }, 'an error that nobody caught; stopping');
    void stop(1);
  };
  process.on('uncaughtException', fall);
  process.on('unhandledRejection', fall);
};
