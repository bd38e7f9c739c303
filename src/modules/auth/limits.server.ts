import { sql } from 'drizzle-orm';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { AppParts } from '#kit/app-parts.server.ts';
import { consume, createLimit } from '#modules/public-forms/form-limits.server.ts';
import type { MakeLimiter } from '#platform/db/limiter.server.ts';
import { hashOf } from '#platform/secret.server.ts';
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

/** Tells one account from another in the log without naming either. */
export const accountHash = (email: string) => hashOf(email).slice(0, 16);

const pairKey = (email: string, address: string) =>
  `${hashOf(email)}:${hashOf(originKey(address))}`;

export const createSignInLimits = ({
  connection: { db },
  makeLimiter,
}: Pick<AppParts, 'connection' | 'makeLimiter'>) => {
  const limit = (name: string, points: number, clearExpiredByTimeout = false) =>
    makeLimiter({ name, points, seconds: WINDOW_SECONDS }, { clearExpiredByTimeout });
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
      await consume(origin, hashOf(originKey(address)));
      // A browser that signed in before counts for itself: strangers cannot lock it out, nor can it lock others.
      if (device) return consume(known, hashOf(device));
      await consume(pair, pairKey(email, address));
      await consume(account, hashOf(email));
    },
    /** A right password forgets the failures of this account at this origin or device, and gives the others their point back. */
    async succeed(email: string, address: string, device?: string | null) {
      if (device) await known.delete(hashOf(device));
      else {
        await pair.delete(pairKey(email, address));
        await account.reward(hashOf(email));
      }
      await origin.reward(hashOf(originKey(address)));
    },
    /** Lets an account in again at once, after its password was set anew. */
    async forgive(email: string) {
      await account.delete(hashOf(email));
      // Wherever the account was locked: its owner may have tried from several places.
      const pairs = `${PAIR}:${hashOf(email)}:`;
      await db.execute(sql`delete from rate_limits where starts_with(key, ${pairs})`);
    },
    /** True the first time only. */
    async claimOnce(key: string) {
      try {
        await once.consume(hashOf(key));
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
export const createGuessLimiter = (
  makeLimiter: MakeLimiter,
  name: 'preview' | 'link' | 'passkey',
) => {
  const limit = createLimit(makeLimiter, { name, ...GUESSES });
  return {
    refuseTooMany: (address: string) => limit.check(originKey(address)),
    count: (address: string) => limit.count(originKey(address)),
  };
};
