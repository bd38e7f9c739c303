import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from '#platform/errors.ts';
import { originKey } from './client-address.server.ts';

const WINDOW_SECONDS = 15 * 60;
/** Wrong passwords for one account from one address: guessing elsewhere does not lock its owner out. */
export const ACCOUNT_ATTEMPTS = 10;
/** Wrong passwords for one account from wherever they come: guessing by many addresses ends too. */
export const ACCOUNT_ATTEMPTS_IN_ALL = 30;
/** Wrong passwords from one address, for whichever accounts; an office may share one. */
export const ORIGIN_ATTEMPTS = 50;
/** OpenAPI text for rate-limited calls. */
export const TOO_MANY = { 429: 'Too many attempts; Retry-After says when to come back' } as const;
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
  attempt(email: string, address: string, device?: string | null): Promise<void>;
  /** A right password forgets the failures of this account at this origin or device, and gives the others their point back. */
  succeed(email: string, address: string, device?: string | null): Promise<void>;
  /** Lets an account in again at once, after its password was set anew. */
  forgive(email: string): Promise<void>;
  /** True the first time only. */
  claimOnce(key: string): Promise<boolean>;
}

/** Counted in the database, so that several processes count together. */
export const createSignInLimits = (pool: pg.Pool): SignInLimits => {
  const store = {
    storeClient: pool,
    storeType: 'pool',
    tableName: TABLE,
    tableCreated: true,
    duration: WINDOW_SECONDS,
  };
  const quiet = { ...store, clearExpiredByTimeout: false };
  // One limiter sweeps expired rows for all.
  const account = new RateLimiterPostgres({
    ...store,
    keyPrefix: 'account',
    points: ACCOUNT_ATTEMPTS_IN_ALL,
  });
  const pair = new RateLimiterPostgres({ ...quiet, keyPrefix: PAIR, points: ACCOUNT_ATTEMPTS });
  const origin = new RateLimiterPostgres({
    ...quiet,
    keyPrefix: 'origin',
    points: ORIGIN_ATTEMPTS,
  });
  const known = new RateLimiterPostgres({
    ...quiet,
    keyPrefix: 'device',
    points: ACCOUNT_ATTEMPTS,
  });
  const once = new RateLimiterPostgres({ ...quiet, keyPrefix: 'once', points: 1 });

  return {
    async attempt(email, address, device) {
      // The narrow ones first: an origin that is out of attempts cannot lock further accounts,
      // and adds no more than its own share to the account-wide count.
      await consume(origin, hash(originKey(address)));
      // A browser that signed in before counts for itself: strangers cannot lock it out, nor can it lock others.
      if (device) return consume(known, hash(device));
      await consume(pair, pairKey(email, address));
      await consume(account, hash(email));
    },
    async succeed(email, address, device) {
      if (device) await known.delete(hash(device));
      else {
        await pair.delete(pairKey(email, address));
        await account.reward(hash(email));
      }
      await origin.reward(hash(originKey(address)));
    },
    async forgive(email) {
      await account.delete(hash(email));
      // Wherever the account was locked: its owner may have tried from several places.
      await pool.query(`delete from ${TABLE} where starts_with(key, $1)`, [
        `${PAIR}:${hash(email)}:`,
      ]);
    },
    async claimOnce(key) {
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
