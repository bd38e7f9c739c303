import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from '#platform/errors.ts';
import { originKey } from './client-address.server.ts';

const WINDOW_SECONDS = 15 * 60;
/** Wrong passwords for one account from one address: a stranger elsewhere does not lock its owner out. */
export const ACCOUNT_ATTEMPTS = 10;
/** Wrong passwords for one account from wherever they come: guessing by many addresses ends too. */
export const ACCOUNT_ATTEMPTS_IN_ALL = 30;
/** Wrong passwords from one address, for whichever accounts; an office may share one. */
export const ORIGIN_ATTEMPTS = 50;
const TABLE = 'rate_limits';
const PAIR = 'account-origin';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

const pairKey = (email: string, address: string) => `${hash(email)}:${hash(originKey(address))}`;

const consume = async (limiter: RateLimiterPostgres, key: string): Promise<void> => {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw tooMany(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
  }
};

export interface SignInLimits {
  /** Counts an attempt before it is judged, so that many at once are counted too; throws 429. */
  attempt(email: string, address: string): Promise<void>;
  /** A right password forgets the failures of this account at this origin, and gives both their point back. */
  succeed(email: string, address: string): Promise<void>;
  /** Lets an account in again at once, after its password was set anew. */
  forgive(email: string): Promise<void>;
  /** True the first time only. */
  useOnce(key: string): Promise<boolean>;
}

/** Counted in the database, so that several processes count together. */
export const createSignInLimits = (pool: pg.Pool): SignInLimits => {
  const open = async () => {
    const store = { storeClient: pool, storeType: 'pool', tableName: TABLE };
    // The library makes its table when it is missing; several processes at once may try.
    const account = await new Promise<RateLimiterPostgres>((resolve, reject) => {
      const limiter: RateLimiterPostgres = new RateLimiterPostgres(
        {
          ...store,
          keyPrefix: 'account',
          points: ACCOUNT_ATTEMPTS_IN_ALL,
          duration: WINDOW_SECONDS,
        },
        (error?: Error) => (error ? reject(error) : resolve(limiter)),
      );
    });
    const ready = { ...store, tableCreated: true, clearExpiredByTimeout: false };
    const pair = new RateLimiterPostgres({
      ...ready,
      keyPrefix: PAIR,
      points: ACCOUNT_ATTEMPTS,
      duration: WINDOW_SECONDS,
    });
    const origin = new RateLimiterPostgres({
      ...ready,
      keyPrefix: 'origin',
      points: ORIGIN_ATTEMPTS,
      duration: WINDOW_SECONDS,
    });
    const once = new RateLimiterPostgres({
      ...ready,
      keyPrefix: 'once',
      points: 1,
      duration: WINDOW_SECONDS,
    });
    return { account, pair, origin, once };
  };

  let opened: ReturnType<typeof open> | undefined;
  const limiters = () => {
    opened ??= open().catch((error) => {
      // A database that was away for a moment gets another chance with the next attempt.
      opened = undefined;
      throw error;
    });
    return opened;
  };

  return {
    async attempt(email, address) {
      const { account, pair, origin } = await limiters();
      // The narrow ones first: an origin that is out of attempts cannot lock further accounts,
      // and adds no more than its own share to what locks one for everybody.
      await consume(origin, hash(originKey(address)));
      await consume(pair, pairKey(email, address));
      await consume(account, hash(email));
    },
    async succeed(email, address) {
      const { account, pair, origin } = await limiters();
      await pair.delete(pairKey(email, address));
      await account.reward(hash(email));
      await origin.reward(hash(originKey(address)));
    },
    async forgive(email) {
      const { account } = await limiters();
      await account.delete(hash(email));
      // Wherever the account was locked: its owner may have tried from several places.
      await pool.query(`delete from ${TABLE} where starts_with(key, $1)`, [
        `${PAIR}:${hash(email)}:`,
      ]);
    },
    async useOnce(key) {
      const { once } = await limiters();
      try {
        await once.consume(hash(key));
        return true;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return false;
        throw refusal;
      }
    },
  };
};
