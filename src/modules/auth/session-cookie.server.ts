import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { Executor } from '#platform/db/database.server.ts';
import type { Env } from '#platform/http/endpoint.server.ts';
import { hashOf } from '#platform/secret.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { sessionTokenOf } from './authenticate.server.ts';
import {
  closeSession,
  closeSessionsOf,
  type Opening,
  openSession,
  SESSION_DAYS,
  sessionCookieName,
} from './sessions.server.ts';

/** Never for scripts, never sent along by another site's form, and on https for this very host only. */
export const cookieOptions = (siteUrl: string) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: siteUrl.startsWith('https:'),
  }) as const;

export const setSessionCookie = (c: Context<Env>, siteUrl: string, token: string) => {
  const maxAge = SESSION_DAYS * 86_400;
  setCookie(c, sessionCookieName(siteUrl), token, { ...cookieOptions(siteUrl), maxAge });
};

export const clearSessionCookie = (c: Context<Env>, siteUrl: string) => {
  deleteCookie(c, sessionCookieName(siteUrl), cookieOptions(siteUrl));
};

interface NewSession extends Opening {
  db: Executor;
  siteUrl: string;
  userId: number;
}

/** A new id at every sign-in; the one that the browser brought along ends here. */
export const startSession = async (
  c: Context<Env>,
  { db, siteUrl, userId, ...opening }: NewSession,
) => {
  const earlier = sessionTokenOf(c.req.raw, siteUrl);
  if (earlier) await closeSession(db, earlier);
  const { token } = await openSession(db, userId, opening);
  setSessionCookie(c, siteUrl, token);
};

/** After a change of account security: all sessions end, and this browser goes on in a new one of its kind. */
export const restartSession = async (
  c: Context<Env>,
  { viewer, ...session }: Omit<NewSession, keyof Opening> & { viewer: Viewer },
) => {
  const current = hashOf(sessionTokenOf(c.req.raw, session.siteUrl) ?? '');
  const closed = await closeSessionsOf(session.db, session.userId);
  const opening = closed.find(({ idHash }) => idHash === current)?.opening;
  await startSession(c, { ...session, ...opening, origin: viewer?.origin });
};
