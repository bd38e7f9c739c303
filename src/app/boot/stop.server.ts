import type { Logger } from 'pino';

const LIMIT_MS = 9500;
/** A signal to a whole group comes more than once: directly, from the command that started us, from the supervisor. */
const ECHO_MS = 1000;

export interface StopOptions {
  close(): Promise<void>;
  log: Logger;
  /** Ctrl-C reaches a whole group of processes; those that have a parent wait for its word. */
  ignoresInterrupt?: boolean;
}

/** The first signal stops cleanly, one that comes later than its echoes ends at once; an error that nobody caught stops cleanly and says so. */
export const stopOnSignals = ({ close, log, ignoresInterrupt = false }: StopOptions) => {
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

  const hear = () => {
    heardAt ??= performance.now();
    if (isStopping && performance.now() - heardAt > ECHO_MS) process.exit(1);
    void stop(0);
  };
  process.on('SIGTERM', hear);
  process.on('SIGINT', ignoresInterrupt ? () => undefined : hear);
  const fall = (error: unknown) => {
    log.fatal({ err: error }, 'an error that nobody caught; stopping');
    void stop(1);
  };
  process.on('uncaughtException', fall);
  process.on('unhandledRejection', fall);
};
