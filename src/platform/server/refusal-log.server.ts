import type { Logger } from 'pino';

const PAUSE_MS = 1000;

/**
 * Says why a request was refused that would be served at another time. A crowd meets the same reason at once: the first
 * request is named, and a second later how many more there were.
 */
export const createRefusalLog = (log: Logger) => {
  const others = new Map<string, number>();

  const sumUp = (reason: string) => {
    const count = others.get(reason);
    others.delete(reason);
    if (count) log.warn({ reason, count }, 'more requests were refused');
  };

  return (requestId: string, reason: string) => {
    const count = others.get(reason);
    if (count !== undefined) {
      others.set(reason, count + 1);
      return;
    }
    log.warn({ requestId, reason }, 'request refused');
    others.set(reason, 0);
    setTimeout(sumUp, PAUSE_MS, reason).unref();
  };
};
