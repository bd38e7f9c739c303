import type { Database } from '#platform/db/database.server.ts';
import { findSessionUser, type SessionUser, sessionCookieName } from './sessions.server.ts';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const sessionTokenOf = (request: Request, siteUrl: string): string | null => {
  const name = sessionCookieName(siteUrl);
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value = ''] = part.trim().split('=');
    if (key === name && TOKEN.test(value)) return value;
  }
  return null;
};

/** Who sends a request: looked up in the sessions table each time, so that an ended session is ended. */
export const createAuthenticator =
  (db: Database, siteUrl: string) =>
  async (request: Request): Promise<SessionUser | null> => {
    const token = sessionTokenOf(request, siteUrl);
    return token ? findSessionUser(db, token) : null;
  };
