import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Database } from '#platform/db/database.server.ts';
import { tooBusy } from '#platform/visitors.server.ts';
import {
  createFindSessionUser,
  hashToken,
  IDLE_HOURS,
  type SessionRules,
  type SessionUser,
  sessionCookieName,
} from './sessions.server.ts';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const sessionTokenOf = (request: Request, siteUrl: string): string | null => {
  const name = sessionCookieName(siteUrl);
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value = ''] = part.trim().split('=');
    if (key === name && TOKEN.test(value)) return value;
  }
  return null;
};

/** Anybody can make up tokens: looking for them takes a part of the panel's connections, and not all of them. */
const UNKNOWN_AT_ONCE = 2;
const UNKNOWN_WAITING = 200;

/** Who sends a request: looked up in the sessions table each time, so that an ended session is ended. */
export const createAuthenticator = (
  db: Database,
  siteUrl: string,
  rules: SessionRules = { idleHours: IDLE_HOURS, allowList: [] },
) => {
  // By the token's hash. Tokens are random, so what is no session now will not become one.
  const noSessions = new LRUCache<string, true>({ max: 10_000, ttl: 10_000 });
  const recentSessions = new LRUCache<string, true>({ max: 1000 });
  const inTurn = pLimit(UNKNOWN_AT_ONCE);
  const findSessionUser = createFindSessionUser(db, rules);

  const lookUp = async (token: string): Promise<SessionUser | null> => {
    const user = await findSessionUser(token);
    const idHash = hashToken(token);
    if (user) recentSessions.set(idHash, true);
    else noSessions.set(idHash, true);
    return user;
  };

  return async (request: Request): Promise<SessionUser | null> => {
    const token = sessionTokenOf(request, siteUrl);
    if (!token) return null;
    const idHash = hashToken(token);
    if (noSessions.has(idHash)) return null;
    if (recentSessions.get(idHash)) return lookUp(token);
    if (inTurn.pendingCount >= UNKNOWN_WAITING) throw tooBusy();
    return inTurn(lookUp, token);
  };
};
