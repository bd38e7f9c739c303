import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { databaseAway, tooBusy } from '#platform/errors.ts';

/** A response within 2 s when the database is away (promise 19 of docs/RELIABILITY.md); the rest is for a busy machine. */
const AWAY_MS = 1300;
const LIMIT_MS = 20_000;
const LOOK_MS = 250;

interface DeadlineOptions {
  isAway: () => boolean;
  limitMs?: number;
}

/** Waits for work, but neither for a database that hangs nor for ever. The work hears when nobody waits any more. */
export const withDeadline = async <T>(
  { isAway, limitMs = LIMIT_MS }: DeadlineOptions,
  work: (over: AbortSignal) => Promise<T>,
): Promise<T> => {
  const over = new AbortController();
  const { signal } = over;
  const giveUp = async (): Promise<never> => {
    await sleep(AWAY_MS, undefined, { signal, ref: false });
    for (let waited = AWAY_MS; waited < limitMs; waited += LOOK_MS) {
      // After a pause of our own the database's word may lie here unread.
      await nextTurn();
      if (isAway()) throw databaseAway(new Error('The database does not answer'));
      await sleep(LOOK_MS, undefined, { signal, ref: false });
    }
    throw tooBusy(new Error('It took too long'));
  };
  const racers = [work(signal), giveUp()];
  // A racer that loses must not become an unhandled rejection.
  for (const racer of racers) racer.catch(() => undefined);
  try {
    return await Promise.race(racers);
  } finally {
    over.abort();
  }
};
