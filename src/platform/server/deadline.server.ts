import { setTimeout as sleep } from 'node:timers/promises';

/** PROMISES 19: an answer within 2 s when the database is away. */
const AWAY_MS = 1700;
const LIMIT_MS = 20_000;

/** For work that nobody else can call off. */
export const NEVER = new Promise<void>(() => undefined);

export class GaveUp extends Error {
  override name = 'GaveUp';
  readonly isDatabaseAway: boolean;

  constructor(isDatabaseAway: boolean) {
    super(isDatabaseAway ? 'The database does not answer' : 'The page took too long');
    this.isDatabaseAway = isDatabaseAway;
  }
}

/** Waits for work, but neither for a database that hangs nor for ever. */
export const withDeadline = async <T>(
  work: Promise<T>,
  { isAway, away }: { isAway: () => boolean; away: Promise<void> },
): Promise<T> => {
  const timer = new AbortController();
  const wait = (ms: number) => sleep(ms, undefined, { signal: timer.signal, ref: false });
  const giveUp = async (): Promise<never> => {
    await wait(AWAY_MS);
    for (let waited = AWAY_MS; waited < LIMIT_MS; waited += 250) {
      if (isAway()) throw new GaveUp(true);
      await wait(250);
    }
    throw new GaveUp(false);
  };
  const refused = async (): Promise<never> => {
    await away;
    throw new GaveUp(true);
  };
  // Whoever loses the race must not be heard as an unhandled rejection.
  work.catch(() => undefined);
  const [late, refusal] = [giveUp(), refused()];
  late.catch(() => undefined);
  refusal.catch(() => undefined);
  try {
    return await Promise.race([work, late, refusal]);
  } finally {
    timer.abort();
  }
};
