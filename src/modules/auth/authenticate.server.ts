import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Database } from '#platform/db/database.server.ts';
import { tooBusy } from '#platform/errors.ts';
import { hashOf } from '#platform/secret.server.ts';
import {
  createFindSessionUser,
  IDLE_HOURS,
  type SessionRules,
  type SessionUser,
  sessionTokenOf,
} from './sessions.server.ts';

/** Made-up tokens are cheap: looking them up may take only some of the panel's connections. */
const UNKNOWN_AT_ONCE = 2;
const UNKNOWN_WAITING = 200;

/**
 * Looks a random secret up each time, so that what was ended is ended. Unknown ones wait in turn, and are not looked for
 * again for a while: being random, they will not become known.
 */
export const createSecretLookup = <T>(find: (secret: string) => Promise<T | null>) => {
  // By the secret's hash.
  const unknown = new LRUCache<string, true>({ max: 10_000, ttl: 10_000 });
  const known = new LRUCache<string, true>({ max: 1000 });
  const inTurn = pLimit(UNKNOWN_AT_ONCE);

  const lookUp = async (secret: string): Promise<T | null> => {
    const found = await find(secret);
    (found ? known : unknown).set(hashOf(secret), true);
    return found;
  };

  return async (secret: string): Promise<T | null> => {
    const hash = hashOf(secret);
    if (unknown.has(hash)) return null;
    if (known.get(hash)) return lookUp(secret);
    if (inTurn.pendingCount >= UNKNOWN_WAITING) throw tooBusy();
    return inTurn(lookUp, secret);
  };
};

/** The user of a request, read from the sessions table each time. */
export const createAuthenticator = (
  db: Database,
  siteUrl: string,
  rules: SessionRules = { idleHours: IDLE_HOURS, allowList: [] },
) => {
  const lookUp = createSecretLookup(createFindSessionUser(db, rules));
  return async (request: Request): Promise<SessionUser | null> => {
    const token = sessionTokenOf(request, siteUrl);
    return token === null ? null : lookUp(token);
  };
};
