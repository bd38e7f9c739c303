import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from '#platform/errors.ts';
import { originKey } from './client-address.server.ts';

const WINDOW_SECONDS = 15 * 60;
/** Wrong passwords for one account, from wherever they come. */
export const ACCOUNT_ATTEMPTS = 10;
/** Wrong passwords from one address, for whichever accounts; an office may share one. */
export const ORIGIN_ATTEMPTS = 50;
const TABLE = 'rate_limits';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

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
  /** A right password forgets the account's failures and gives the origin its point back. */
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
        { ...store, keyPrefix: 'account', points: ACCOUNT_ATTEMPTS, duration: WINDOW_SECONDS },
        (error?: Error) => (error ? reject(error) : resolve(limiter)),
      );
    });
    const ready = { ...store, tableCreated: true, clearExpiredByTimeout: false };
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
    return { account, origin, once };
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
      const { account, origin } = await limiters();
      // The origin first: one that is out of attempts cannot lock further accounts.
      await consume(origin, hash(originKey(address)));
      await consume(account, hash(email));
    },
    async succeed(email, address) {
      const { account, origin } = await limiters();
      await account.delete(hash(email));
      await origin.reward(hash(originKey(address)));
    },
    async forgive(email) {
      const { account } = await limiters();
      await account.delete(hash(email));
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
