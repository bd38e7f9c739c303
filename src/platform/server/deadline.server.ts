import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { asUnavailable } from '#platform/db/database.server.ts';
import { databaseAway, tooBusy } from '#platform/errors.ts';

/** A response within 2 s when the database is away (promise 19 of docs/RELIABILITY.md); the rest is for a busy machine. */
const AWAY_MS = 1300;
const LIMIT_MS = 20_000;

export class UnavailableError extends Error {
  override name = 'UnavailableError';
}

const NO_REPLY = 'The database does not answer';
const AWAY = databaseAway().message;

/** Why there is no response just now, where that will pass: then an old copy is better than none. */
export const whyUnavailable = (error: unknown): string | undefined => {
  if (error instanceof UnavailableError) return error.message;
  const said = asUnavailable(error)?.message;
  return said === AWAY ? NO_REPLY : said;
};

/** Logs a request that got no response in time, and makes its refusal. */
export const unavailableProblem = (error: UnavailableError, requestId: string, log: Logger) => {
  log.error({ requestId, reason: error.message }, 'no response in time');
  const why = error.message === NO_REPLY ? databaseAway(error) : tooBusy(error);
  const { status, message, headers = {} } = why;
  return { status, headers, body: { message, requestId } };
};

interface DeadlineOptions {
  isAway: () => boolean;
  /**
   * Fails when one of the work's own calls found nothing available. It must be of this request alone: whatever waits for
   * a promise is held by it, so one that outlives the request would keep its response for ever.
   */
  unavailable?: Promise<never> | undefined;
  limitMs?: number;
}

/** Waits for work, but neither for a database that hangs nor for ever. */
export const withDeadline = async <T>(
  work: Promise<T>,
  { isAway, unavailable, limitMs = LIMIT_MS }: DeadlineOptions,
): Promise<T> => {
  const timer = new AbortController();
  const wait = (ms: number) => sleep(ms, undefined, { signal: timer.signal, ref: false });
  const giveUp = async (): Promise<never> => {
    await wait(AWAY_MS);
    for (let waited = AWAY_MS; waited < limitMs; waited += 250) {
      // After a pause of our own the database's word may lie here unread.
      await nextTurn();
      if (isAway()) throw new UnavailableError(NO_REPLY);
      await wait(250);
    }
    throw new UnavailableError('It took too long');
  };
  const racers = [work, giveUp(), ...(unavailable ? [unavailable] : [])];
  // A racer that loses must not become an unhandled rejection.
  for (const racer of racers) racer.catch(() => undefined);
  try {
    return await Promise.race(racers);
  } finally {
    timer.abort();
  }
};
