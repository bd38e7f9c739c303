import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { databaseAway, tooBusy } from '#platform/errors.ts';

/** A response within 2 s when the database is away (promise 19 of docs/RELIABILITY.md); the rest is for a busy machine. */
const AWAY_MS = 1300;
const LIMIT_MS = 20_000;

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
      if (isAway()) throw databaseAway(new Error('The database does not answer'));
      await wait(250);
    }
    throw tooBusy(new Error('It took too long'));
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
