import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { consume, createLimit, createLimiter } from '#modules/public-forms/form-limits.server.ts';
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
export const SIGN_IN = {
  name: 'Sign-in',
  description: 'Signing in and out, by password, by a passkey or by an external provider.',
};
const PAIR = 'account-origin';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Tells one account from another in the log without naming either. */
export const accountHash = (email: string) => hash(email).slice(0, 16);

const pairKey = (email: string, address: string) => `${hash(email)}:${hash(originKey(address))}`;

export const createSignInLimits = (pool: pg.Pool) => {
  const limit = (name: string, points: number, clearExpiredByTimeout = false) =>
    createLimiter(pool, { name, points, seconds: WINDOW_SECONDS }, { clearExpiredByTimeout });
  const account = limit('account', ACCOUNT_ATTEMPTS_IN_ALL, true);
  const pair = limit(PAIR, ACCOUNT_ATTEMPTS);
  const origin = limit('origin', ORIGIN_ATTEMPTS);
  const known = limit('device', ACCOUNT_ATTEMPTS);
  const once = limit('once', 1);

  return {
    /** Counts an attempt before it is judged, so that many at once are counted too; throws 429. */
    async attempt(email: string, address: string, device?: string | null) {
      // The narrow ones first: an origin that is out of attempts cannot lock further accounts,
      // and adds no more than its own share to the account-wide count.
      await consume(origin, hash(originKey(address)));
      // A browser that signed in before counts for itself: strangers cannot lock it out, nor can it lock others.
      if (device) return consume(known, hash(device));
      await consume(pair, pairKey(email, address));
      await consume(account, hash(email));
    },
    /** A right password forgets the failures of this account at this origin or device, and gives the others their point back. */
    async succeed(email: string, address: string, device?: string | null) {
      if (device) await known.delete(hash(device));
      else {
        await pair.delete(pairKey(email, address));
        await account.reward(hash(email));
      }
      await origin.reward(hash(originKey(address)));
    },
    /** Lets an account in again at once, after its password was set anew. */
    async forgive(email: string) {
      await account.delete(hash(email));
      // Wherever the account was locked: its owner may have tried from several places.
      const pairs = `${PAIR}:${hash(email)}:`;
      await pool.query('delete from rate_limits where starts_with(key, $1)', [pairs]);
    },
    /** True the first time only. */
    async claimOnce(key: string) {
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

export type SignInLimits = ReturnType<typeof createSignInLimits>;

/** Wrong links from one address in a quarter of an hour; an office may share one, and old links are opened in good faith. */
const GUESSES = { points: 30, seconds: 15 * 60 };

/** Counts wrong links by where they come from. */
export const createGuessLimiter = (pool: pg.Pool, name: 'preview' | 'link' | 'passkey') => {
  const limit = createLimit(pool, { name, ...GUESSES });
  return {
    refuseTooMany: (address: string) => limit.check(originKey(address)),
    count: (address: string) => limit.count(originKey(address)),
  };
};
