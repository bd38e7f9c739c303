import { sql } from 'drizzle-orm';
import type { Context } from 'hono';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { MakeLimiter } from '#platform/db/limiter.server.ts';
import type { Env } from '#platform/http/endpoint.server.ts';
import { hashOf } from '#platform/secret.server.ts';
import { rateLimits } from './auth.tables.server.ts';
import { addressOf, originKey } from './client-address.server.ts';
import { consume, createLimit } from './limit.server.ts';

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

/** Counts attempts to sign in by account and origin. */
export const createSignInLimits = ({
  settings,
  connection: { db },
  makeLimiter,
}: Pick<AppParts, 'settings' | 'connection' | 'makeLimiter'>) => {
  const limit = (name: string, points: number, clearExpiredByTimeout = false) =>
    makeLimiter({ name, points, seconds: WINDOW_SECONDS }, { clearExpiredByTimeout });
  const account = limit('account', ACCOUNT_ATTEMPTS_IN_ALL, true);
  const pair = limit(PAIR, ACCOUNT_ATTEMPTS);
  const origin = limit('origin', ORIGIN_ATTEMPTS);

  /**
   * Counts an attempt before it is judged, so that many at once are counted too; throws 429. A right password calls what
   * it resolves to: that forgets the failures of this account here, and gives the others their point back.
   */
  const count = async (email: string, from: string) => {
    const address = hashOf(originKey(from));
    const both = `${hashOf(email)}:${address}`;
    // The narrow ones first: an origin that is out of attempts cannot lock further accounts,
    // and adds no more than its own share to the account-wide count.
    await consume(origin, address);
    await consume(pair, both);
    await consume(account, hashOf(email));
    return async () => {
      await pair.delete(both);
      await account.reward(hashOf(email));
      await origin.reward(address);
    };
  };

  return {
    count,
    attempt: (c: Context<Env>, email: string) => count(email, addressOf(c, settings.TRUST_PROXY)),
    /** Lets an account in again at once, after it got a new password. */
    async forgive(email: string) {
      await account.delete(hashOf(email));
      // Wherever the account was locked: its owner may have tried from several places.
      const pairs = `${PAIR}:${hashOf(email)}:`;
      await db.execute(sql`delete from rate_limits where starts_with(key, ${pairs})`);
    },
  };
};

export type SignInLimits = ReturnType<typeof createSignInLimits>;

/** True the first time only; kept for as long as it would open something. */
export const claimOnce = async (db: Executor, secret: string, ms: number): Promise<boolean> => {
  const values = { key: `once:${hashOf(secret)}`, expire: Date.now() + ms };
  return (await db.insert(rateLimits).values(values).onConflictDoNothing()).rowCount === 1;
};

/** Wrong links from one address in a quarter of an hour; an office may share one, and old links are opened in good faith. */
export const GUESSES = { points: 30, seconds: 15 * 60 };

/** Finds what a secret opens. Wrong ones are counted by where they come from, and after too many none is looked at. */
export const createGuessLimiter = (
  makeLimiter: MakeLimiter,
  name: 'preview' | 'link' | 'passkey',
) => {
  const limit = createLimit(makeLimiter, { name, ...GUESSES });
  return async <T>(address: string, find: () => Promise<T | null>): Promise<T | null> => {
    const origin = originKey(address);
    await limit.check(origin);
    const found = await find();
    if (found === null) await limit.count(origin);
    return found;
  };
};
