import type { Context } from 'hono';
import type { Executor } from '#platform/db/database.server.ts';
import type { Env } from '#platform/http/endpoint.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { sessionTokenOf } from './authenticate.server.ts';
import { setSessionCookie } from './session-cookie.server.ts';
import {
  closeSession,
  closeSessionsOf,
  hashToken,
  type Opening,
  openSession,
} from './sessions.server.ts';

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
  const current = hashToken(sessionTokenOf(c.req.raw, session.siteUrl) ?? '');
  const closed = await closeSessionsOf(session.db, session.userId);
  const opening = closed.find(({ idHash }) => idHash === current)?.opening;
  await startSession(c, { ...session, ...opening, origin: viewer?.origin });
};
